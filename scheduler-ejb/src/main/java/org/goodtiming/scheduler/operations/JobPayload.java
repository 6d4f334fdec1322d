package org.goodtiming.scheduler.operations;

import org.jspecify.annotations.Nullable;

/**
 * What a job carries to its worker.
 *
 * @param properties a JSON object of the properties without a column; null if there are none
 */
public record JobPayload(
    boolean isText, byte[] body, @Nullable String contentType, @Nullable String properties) {}
