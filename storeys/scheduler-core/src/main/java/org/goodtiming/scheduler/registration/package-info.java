/** Stores registrations and cancels, and answers them. */
@NullMarked
package org.goodtiming.scheduler.registration;

import org.jspecify.annotations.NullMarked;
