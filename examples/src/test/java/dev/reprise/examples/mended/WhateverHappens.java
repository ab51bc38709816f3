package dev.reprise.examples.mended;

import dev.reprise.sim.explore.Explore;
import dev.reprise.sim.explore.Fault;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** All that can go wrong while the code stays as it is. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Explore(
        faults = {
            Fault.CRASH,
            Fault.EVICT,
            Fault.TAKEOVER,
            Fault.LATE,
            Fault.FULL,
            Fault.TORN,
            Fault.BACK
        })
@interface WhateverHappens {}
