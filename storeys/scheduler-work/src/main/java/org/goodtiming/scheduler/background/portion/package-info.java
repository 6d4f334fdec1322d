/** Divides the work of tasks. */
@NullMarked
package org.goodtiming.scheduler.background.portion;

import org.jspecify.annotations.NullMarked;
