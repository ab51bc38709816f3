/**
 * What people ask of an engine from outside its code: requests and replies, who answers them, and
 * the local socket over which another process of the same user asks. Its protocol is in
 * docs/cli.md. This room does not know who asks, and how it is shown.
 */
package dev.reprise.engine.control;
