/** Registers for callers that wait for the answer. */
@NullMarked
package org.goodtiming.scheduler.registration.direct;

import org.jspecify.annotations.NullMarked;
