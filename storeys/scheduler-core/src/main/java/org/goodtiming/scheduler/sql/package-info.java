/** Statements with named parameters, and readers of their results. */
@NullMarked
package org.goodtiming.scheduler.sql;

import org.jspecify.annotations.NullMarked;
