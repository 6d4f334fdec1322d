package org.goodtiming.scheduler.lease;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The stored lease.
 *
 * @param holder null: never held
 * @param failover the holder's setting
 * @param sessionGone whether the database session that last renewed the lease has ended
 * @param firstHeld whether no node leads a partition whose name sorts before the name of this
 *     partition
 * @param reservedFor the only node that may take the released lease now; null: any
 * @param hasOthers whether other nodes than the holder have sessions in the database
 * @param readAt database time of this reading
 */
record LeaseRow(
    @Nullable Incarnation holder,
    long epoch,
    @Nullable Instant lastRunAt,
    @Nullable Instant releasedAt,
    Duration failover,
    boolean sessionGone,
    boolean firstHeld,
    @Nullable String reservedFor,
    boolean hasOthers,
    Instant readAt) {}
