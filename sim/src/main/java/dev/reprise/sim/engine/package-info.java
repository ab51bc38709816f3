/**
 * This package runs the engine, all of it as it is in production, in one thread from a seed: its
 * clock, its disk, its executors and its randomness are worlds of ours, in which processes crash,
 * disks tear and fail, and a process that was taken for dead goes on. It does not know how a search
 * chooses, and nothing in the engine knows of it.
 */
package dev.reprise.sim.engine;
