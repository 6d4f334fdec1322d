package org.goodtiming.scheduler.execution;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the policy of a run that has failed says.
 *
 * @param delay before its next attempt; null if it is not tried again
 * @param note which attempt has failed, or why there is no other; empty if no policy asks for one
 */
public record RunRetry(UUID fireId, String queue, @Nullable Duration delay, String note) {}
