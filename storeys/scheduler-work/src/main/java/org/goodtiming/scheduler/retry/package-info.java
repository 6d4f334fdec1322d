/** Whether and when failed work is tried again. */
@NullMarked
package org.goodtiming.scheduler.retry;

import org.jspecify.annotations.NullMarked;
