/** Ours and its peers, each in a JVM of its own, asked for the same things in turn. */
@NullMarked
package org.goodtiming.scheduler.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
