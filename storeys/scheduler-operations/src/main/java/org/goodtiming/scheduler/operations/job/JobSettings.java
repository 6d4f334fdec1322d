package org.goodtiming.scheduler.operations.job;

import org.jspecify.annotations.Nullable;

/**
 * The settings of a waiting job itself; null: the setting of its worker queue applies.
 *
 * @param retry when it is tried again if its worker fails, as {@code RetryPolicy} writes it
 * @param runTimeout how long its tracked run may take from its dispatch, ISO-8601
 */
public record JobSettings(@Nullable String retry, @Nullable String runTimeout) {}
