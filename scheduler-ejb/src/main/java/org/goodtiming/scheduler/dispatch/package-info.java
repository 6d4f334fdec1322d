/** From due to handed over: read, decide, write. */
@NullMarked
package org.goodtiming.scheduler.dispatch;

import org.jspecify.annotations.NullMarked;
