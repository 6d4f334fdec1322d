package org.goodtiming.scheduler.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.JsonException;
import jakarta.json.JsonReaderFactory;
import jakarta.json.spi.JsonProvider;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Locale;
import java.util.Map;
import org.goodtiming.scheduler.execution.Report.Result;
import org.goodtiming.scheduler.execution.ResultLookup.Kind;
import org.jspecify.annotations.Nullable;

/** The content of a target's answer as the result of a run. */
final class AnswerContent {

  private static final JsonReaderFactory READERS =
      JsonProvider.provider().createReaderFactory(Map.of());

  private AnswerContent() {}

  static Result result(@Nullable String contentType, byte[] content) {
    return new Result(kind(contentType == null ? "" : contentType, content), content);
  }

  /** What is neither JSON nor text in UTF-8 is bytes, whatever its type says. */
  private static Kind kind(String contentType, byte[] content) {
    String type = contentType.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
    boolean json = type.endsWith("/json") || type.endsWith("+json");
    String text = json || type.startsWith("text/") ? text(content) : null;
    if (text == null) {
      return Kind.BYTES;
    }
    return json && isJson(text) ? Kind.JSON : Kind.TEXT;
  }

  private static @Nullable String text(byte[] content) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static boolean isJson(String text) {
    try (var reader = READERS.createReader(new StringReader(text))) {
      reader.readValue();
      return true;
    } catch (JsonException | IllegalStateException | StackOverflowError e) {
      return false;
    }
  }
}
