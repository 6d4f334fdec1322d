package org.goodtiming.scheduler.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a registrant says of a job batch.
 *
 * @param size number of its members, which closes it; null: it is only opened
 * @param timeout how long members may be missing; null: as it was
 */
public record BatchChange(String id, @Nullable Integer size, @Nullable Duration timeout) {}
