/** Nodes and their leases, duties and encryption keys; transactions in doubt. */
@NullMarked
package org.goodtiming.scheduler.operations.cluster;

import org.jspecify.annotations.NullMarked;
