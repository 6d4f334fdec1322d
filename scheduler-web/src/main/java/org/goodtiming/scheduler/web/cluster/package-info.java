/** Nodes, leases and transactions in doubt; readiness and metrics of this node. */
@NullMarked
package org.goodtiming.scheduler.web.cluster;

import org.jspecify.annotations.NullMarked;
