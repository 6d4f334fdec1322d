/** An application whose methods handle jobs. */
@NullMarked
package org.goodtiming.scheduler.system.handler;

import org.jspecify.annotations.NullMarked;
