/** Webhooks. */
@NullMarked
package org.goodtiming.scheduler.web.webhook;

import org.jspecify.annotations.NullMarked;
