/** An application whose methods handle jobs. */
@NullMarked
package org.goodtiming.scheduler.system.recurring;

import org.jspecify.annotations.NullMarked;
