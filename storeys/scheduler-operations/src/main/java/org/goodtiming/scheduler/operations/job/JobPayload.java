package org.goodtiming.scheduler.operations.job;

import static java.nio.charset.StandardCharsets.UTF_8;

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

  private static final int EXCERPT = 160;

  /** Properties and text as one line, cut; empty if there are none. */
  public String excerpt() {
    String text = isText ? new String(body, UTF_8) : "";
    String given = properties == null || properties.equals("{}") ? "" : properties;
    String line = (given + " " + text).strip().replaceAll("\\s+", " ");
    return line.length() <= EXCERPT ? line : line.substring(0, EXCERPT) + "…";
  }

  JobPayload with(boolean text, Content content) {
    byte[] bytes = content.body() == null ? new byte[0] : content.body();
    return new JobPayload(text, bytes, contentType, content.properties(), ofDefinition);
  }
}
