/** The work-stealing executor: its policy, which is stepped, and the threads that step it. */
package dev.reprise.engine.exec;
