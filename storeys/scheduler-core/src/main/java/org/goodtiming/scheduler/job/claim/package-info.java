/** The statements of dispatch: poll, claim, and the treatment of a failure. */
@NullMarked
package org.goodtiming.scheduler.job.claim;

import org.jspecify.annotations.NullMarked;
