package org.goodtiming.scheduler.benchmarks.crash;

import java.time.Duration;

/**
 * One kill.
 *
 * @param nodes how many there were
 * @param jobs that were due
 * @param handedOut of these when the node was killed
 * @param twice how many arrived more than once
 * @param late how many arrived only after the killed one of two nodes was started again
 * @param never how many did not arrive at all
 * @param fromKill until the last arrival, those of {@code late} apart
 * @param fromRestart the same from the moment the killed node was told to start; of one node only
 */
record CrashSample(
    CrashSubject subject,
    int nodes,
    int jobs,
    long handedOut,
    int twice,
    int late,
    int never,
    Duration fromKill,
    Duration fromRestart) {}
