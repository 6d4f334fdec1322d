/** Tracked executions: their states, transitions and results. */
@NullMarked
package org.goodtiming.scheduler.execution;

import org.jspecify.annotations.NullMarked;
