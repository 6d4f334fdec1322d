/** What is kept aside: messages taken apart, and the table that keeps them with a reason. */
@NullMarked
package org.goodtiming.scheduler.quarantine;

import org.jspecify.annotations.NullMarked;
