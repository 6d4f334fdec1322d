/** An application that observes lifecycle events as CDI events. */
@NullMarked
package org.goodtiming.scheduler.system.told;

import org.jspecify.annotations.NullMarked;
