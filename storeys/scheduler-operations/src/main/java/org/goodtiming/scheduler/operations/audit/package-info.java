/** The audit: a row for each change, with the user who made it. */
@NullMarked
package org.goodtiming.scheduler.operations.audit;

import org.jspecify.annotations.NullMarked;
