/** Takes registrations from their queue: a listener, a parser, a quarantine for what is refused. */
@NullMarked
package org.goodtiming.scheduler.registration;

import org.jspecify.annotations.NullMarked;
