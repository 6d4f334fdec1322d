/** Posts the jobs of worker queues that have a URL as their target. */
@NullMarked
package org.goodtiming.scheduler.targets;

import org.jspecify.annotations.NullMarked;
