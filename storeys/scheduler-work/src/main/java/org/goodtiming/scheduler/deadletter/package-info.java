/** Dead letters of dispatched jobs and of registrations, kept with job and origin. */
@NullMarked
package org.goodtiming.scheduler.deadletter;

import org.jspecify.annotations.NullMarked;
