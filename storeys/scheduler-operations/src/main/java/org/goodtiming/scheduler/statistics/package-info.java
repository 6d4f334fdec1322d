/** Statistics of each queue by minute. */
@NullMarked
package org.goodtiming.scheduler.statistics;

import org.jspecify.annotations.NullMarked;
