/** Log, metrics and health of a node. */
@NullMarked
package org.goodtiming.scheduler.telemetry;

import org.jspecify.annotations.NullMarked;
