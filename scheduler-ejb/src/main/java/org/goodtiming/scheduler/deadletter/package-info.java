/** What became of jobs after the hand-over: dead letters, kept with their job and origin. */
@NullMarked
package org.goodtiming.scheduler.deadletter;

import org.jspecify.annotations.NullMarked;
