/** Words that several text forms share, and the refusal of unreadable text. */
@NullMarked
package org.goodtiming.scheduler.recurrence.syntax;

import org.jspecify.annotations.NullMarked;
