/** Reads across worker queues: overview, search, forecast and statistics. */
@NullMarked
package org.goodtiming.scheduler.web.overview;

import org.jspecify.annotations.NullMarked;
