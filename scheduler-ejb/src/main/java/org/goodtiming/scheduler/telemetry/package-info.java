/** What a node tells of itself. */
@NullMarked
package org.goodtiming.scheduler.telemetry;

import org.jspecify.annotations.NullMarked;
