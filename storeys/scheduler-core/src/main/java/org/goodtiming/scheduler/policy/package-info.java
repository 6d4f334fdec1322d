/** Decides whether worker queues are served, and how fast, and says why their jobs wait. */
@NullMarked
package org.goodtiming.scheduler.policy;

import org.jspecify.annotations.NullMarked;
