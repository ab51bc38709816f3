/**
 * This package says whether a pattern can go wrong by its own shape: whether it can be blocked for
 * ever, leave somebody behind, lose count of who comes, or never end. It drives the VM through all
 * that can happen. It must not know what tasks and conditions do.
 */
package dev.reprise.soundness;
