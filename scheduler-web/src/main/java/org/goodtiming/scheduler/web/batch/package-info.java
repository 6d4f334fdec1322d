/** Batch operations. */
@NullMarked
package org.goodtiming.scheduler.web.batch;

import org.jspecify.annotations.NullMarked;
