/** Reads and changes webhooks. */
@NullMarked
package org.goodtiming.scheduler.operations.webhook;

import org.jspecify.annotations.NullMarked;
