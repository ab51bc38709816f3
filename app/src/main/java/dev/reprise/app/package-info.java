/**
 * This package is the command line: it reads arguments, calls the engine and prints for people. It
 * knows every other room and none of them knows it.
 */
package dev.reprise.app;
