package org.goodtiming.scheduler.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads the body of a request, and no more of it than may be. */
final class RequestBody {

  private RequestBody() {}

  static String read(InputStream body, int mostBytes) {
    try {
      byte[] bytes = body.readNBytes(mostBytes + 1);
      if (bytes.length > mostBytes) {
        throw Problem.TOO_LARGE.with(mostBytes);
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw Problem.NOT_UTF_8.with();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
