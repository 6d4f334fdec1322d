/** Rows of statements, whose columns are declared once. */
@NullMarked
package org.goodtiming.scheduler.sql.rows;

import org.jspecify.annotations.NullMarked;
