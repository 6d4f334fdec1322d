/** Registrations by SQL. */
@NullMarked
package org.goodtiming.scheduler.registration.sql;

import org.jspecify.annotations.NullMarked;
