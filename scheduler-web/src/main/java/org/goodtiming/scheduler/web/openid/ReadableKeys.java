package org.goodtiming.scheduler.web.openid;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.io.IOException;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The keys of an issuer. Members of its set that cannot be read are ignored, so that they keep
 * nobody out whose token has another key (RFC 7517, section 5).
 *
 * @param document the set of the public keys that can be read
 * @param ignored why each other member cannot be read
 */
record ReadableKeys(String document, List<String> ignored) {

  /**
   * @throws IOException if the text is no set of keys, or none of its keys can be read
   */
  static ReadableKeys parse(String text) throws IOException {
    List<JWK> keys = new ArrayList<>();
    List<String> ignored = new ArrayList<>();
    for (Object member : members(text)) {
      try {
        keys.add(key(member));
      } catch (ParseException | IllegalArgumentException | IllegalStateException e) {
        ignored.add("key %d: %s".formatted(keys.size() + ignored.size() + 1, e.getMessage()));
      }
    }
    if (keys.isEmpty() && !ignored.isEmpty()) {
      throw new IOException("none of its keys can be read: " + String.join("; ", ignored));
    }
    return new ReadableKeys(new JWKSet(keys).toString(true), List.copyOf(ignored));
  }

  private static List<?> members(String text) throws IOException {
    try {
      if (JSONObjectUtils.parse(text).get("keys") instanceof List<?> members) {
        return members;
      }
    } catch (ParseException e) {
      throw new IOException("it is no set of keys: " + e.getMessage(), e);
    }
    throw new IOException("it is no set of keys: it has no list 'keys'");
  }

  @SuppressWarnings("unchecked")
  private static JWK key(Object member) throws ParseException {
    if (member instanceof Map<?, ?> key) {
      return JWK.parse((Map<String, Object>) key);
    }
    throw new ParseException("it is no object", 0);
  }
}
