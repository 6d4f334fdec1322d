/** An application whose methods handle jobs. */
@NullMarked
package org.goodtiming.scheduler.system.once;

import org.jspecify.annotations.NullMarked;
