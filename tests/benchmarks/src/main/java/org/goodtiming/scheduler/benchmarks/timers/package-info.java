/** EJB timers, one a job: what is deployed to a server for the comparison. */
@NullMarked
package org.goodtiming.scheduler.benchmarks.timers;

import org.jspecify.annotations.NullMarked;
