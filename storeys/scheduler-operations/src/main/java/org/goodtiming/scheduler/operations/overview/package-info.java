/** Reads across worker queues: counts, statistics and the search. */
@NullMarked
package org.goodtiming.scheduler.operations.overview;

import org.jspecify.annotations.NullMarked;
