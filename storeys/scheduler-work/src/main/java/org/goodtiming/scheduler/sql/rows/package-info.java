/** Rows of statements whose columns are told once. */
@NullMarked
package org.goodtiming.scheduler.sql.rows;

import org.jspecify.annotations.NullMarked;
