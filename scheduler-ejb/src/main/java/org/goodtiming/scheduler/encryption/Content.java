package org.goodtiming.scheduler.encryption;

import org.jspecify.annotations.Nullable;

/**
 * The content of a job in a row.
 *
 * @param properties the text of a JSON object; null if there are none
 * @param body the payload; null if there is none
 */
public record Content(@Nullable String properties, byte @Nullable [] body) {}
