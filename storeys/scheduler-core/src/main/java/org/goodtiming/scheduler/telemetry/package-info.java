/** Events and their listeners, and the log of failures. */
@NullMarked
package org.goodtiming.scheduler.telemetry;

import org.jspecify.annotations.NullMarked;
