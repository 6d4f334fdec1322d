/** The broker's management: queues with messages that cannot be converted, and stuck consumers. */
@NullMarked
package org.goodtiming.scheduler.broker;

import org.jspecify.annotations.NullMarked;
