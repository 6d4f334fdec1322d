/** The worker of long runs that the fault suite deploys on each node. */
@NullMarked
package org.goodtiming.scheduler.chaos.worker;

import org.jspecify.annotations.NullMarked;
