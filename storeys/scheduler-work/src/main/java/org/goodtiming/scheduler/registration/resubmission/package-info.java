/** Registers messages of the quarantine again. */
@NullMarked
package org.goodtiming.scheduler.registration.resubmission;

import org.jspecify.annotations.NullMarked;
