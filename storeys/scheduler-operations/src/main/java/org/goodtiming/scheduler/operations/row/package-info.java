/** Rows and lists of rows, as the REST API shows them and people edit them. */
@NullMarked
package org.goodtiming.scheduler.operations.row;

import org.jspecify.annotations.NullMarked;
