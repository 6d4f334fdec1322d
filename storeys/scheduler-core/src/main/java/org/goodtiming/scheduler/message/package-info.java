/** Messages read into plain values, by JMS or AMQP. */
@NullMarked
package org.goodtiming.scheduler.message;

import org.jspecify.annotations.NullMarked;
