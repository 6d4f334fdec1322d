/** The transactions of the container, which the other packages use by an interface. */
@NullMarked
package org.goodtiming.scheduler.container;

import org.jspecify.annotations.NullMarked;
