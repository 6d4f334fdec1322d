package org.goodtiming.scheduler.operations.job;

import org.goodtiming.scheduler.encryption.Content;
import org.jspecify.annotations.Nullable;

/**
 * The payload and properties of a job.
 *
 * @param properties a JSON object of the properties without a column; null if there are none
 * @param ofDefinition whether parts of them may be those of a definition
 */
public record JobPayload(
    boolean isText,
    byte[] body,
    @Nullable String contentType,
    @Nullable String properties,
    boolean ofDefinition) {

  JobPayload with(boolean text, Content content) {
    byte[] bytes = content.body() == null ? new byte[0] : content.body();
    return new JobPayload(text, bytes, contentType, content.properties(), ofDefinition);
  }
}
