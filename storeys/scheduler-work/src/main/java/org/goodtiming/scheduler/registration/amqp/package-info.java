/** Registrations by AMQP. */
@NullMarked
package org.goodtiming.scheduler.registration.amqp;

import org.jspecify.annotations.NullMarked;
