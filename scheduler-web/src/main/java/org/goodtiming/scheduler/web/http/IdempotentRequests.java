package org.goodtiming.scheduler.web.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.encryption.Sha256;
import org.goodtiming.scheduler.operations.idempotency.IdempotencyKey;
import org.goodtiming.scheduler.operations.idempotency.IdempotencyKeys;
import org.goodtiming.scheduler.operations.idempotency.StoredAnswer;
import org.jspecify.annotations.Nullable;

/** Answers requests that a client may send again with the same Idempotency-Key. */
@ApplicationScoped
public class IdempotentRequests {

  public static final String HEADER = "Idempotency-Key";

  private static final Pattern KEY = Pattern.compile("[!-~]{1,200}");

  private @Inject IdempotencyKeys keys;

  /**
   * Carries out a request, unless it was carried out before with the same key and login.
   *
   * @param key null if a repeated request may be carried out again
   * @param action carries out the request for a login, in the current transaction
   * @param replay the answer to a repeated request of a login, by its first answer
   */
  public Response once(
      @Nullable String key,
      HttpServletRequest request,
      String body,
      Function<String, StoredAnswer> action,
      BiFunction<String, StoredAnswer, StoredAnswer> replay) {
    String login = ApiLogin.required(request).name();
    if (key == null) {
      return response(action.apply(login));
    }
    return keys.once(
            key(login, key, request.getPathInfo(), body),
            () -> action.apply(login),
            first -> replay.apply(login, first))
        .map(IdempotentRequests::response)
        .orElseThrow(() -> Problem.KEY_REUSED.with(key));
  }

  /** Identifies the request by its path and body, and not by its key alone. */
  static IdempotencyKey key(String login, String key, String path, String body) {
    if (!KEY.matcher(key).matches()) {
      throw Problem.BAD_KEY.with(key);
    }
    return new IdempotencyKey(login, key, Sha256.of((path + "\n" + body).getBytes(UTF_8)));
  }

  /** A refusal, which a repeated request may get again or not. */
  public static StoredAnswer stored(Response refusal) {
    return new StoredAnswer(refusal.getStatus(), String.valueOf(refusal.getEntity()), null);
  }

  static Response response(StoredAnswer answer) {
    return Response.status(answer.status())
        .type(answer.isRefusal() ? Problem.MEDIA_TYPE : MediaType.APPLICATION_JSON)
        .location(answer.location() == null ? null : URI.create(answer.location()))
        .entity(answer.json())
        .build();
  }
}
