/** The table that keeps refused and failed messages, with the reason. */
@NullMarked
package org.goodtiming.scheduler.quarantine;

import org.jspecify.annotations.NullMarked;
