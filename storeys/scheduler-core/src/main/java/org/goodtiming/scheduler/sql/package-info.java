/** Statements with named parameters, and what they read. */
@NullMarked
package org.goodtiming.scheduler.sql;

import org.jspecify.annotations.NullMarked;
