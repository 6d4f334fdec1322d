/** An application whose methods handle jobs. */
@NullMarked
package org.goodtiming.scheduler.system.early;

import org.jspecify.annotations.NullMarked;
