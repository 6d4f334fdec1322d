package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path of the API with its parameters. Immutable.
 *
 * @param template the path with {} in place of names and ids
 * @param asks whether it has parameters
 * @param condition header of the request, with the value *; null: none
 */
record Address(String text, String template, boolean asks, @Nullable String condition) {
  private static final String ENCODED = "base64url:";
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");

  static Address of(String path) {
    return new Address(path, path, false, null);
  }

  /** Adds a condition on the existing state as a header. */
  Address on(String header) {
    return new Address(text, template, asks, header);
  }

  /** Appends a name as a single segment. */
  Address name(String name) {
    return segment(encoded(name), "{}");
  }

  /** Appends the id of a job or schedule, in base64url if a server could change it on its way. */
  Address id(String id) {
    String segment =
        PLAIN.matcher(id).matches()
            ? id
            : ENCODED + Base64.getUrlEncoder().withoutPadding().encodeToString(id.getBytes(UTF_8));
    return segment(segment, "{}");
  }

  Address verb(String verb) {
    return segment(verb, verb);
  }

  private Address segment(String segment, String inTemplate) {
    return new Address(text + "/" + segment, template + "/" + inTemplate, false, condition);
  }

  /** Appends a parameter, unless the value is null. */
  Address with(String parameter, @Nullable Object value) {
    return value == null
        ? this
        : new Address(
            text + (asks ? "&" : "?") + parameter + "=" + encoded(value.toString()),
            template,
            true,
            condition);
  }

  /** The name or id in a segment of a path that the API has given. */
  static String decoded(String segment) {
    return segment.startsWith(ENCODED)
        ? new String(Base64.getUrlDecoder().decode(segment.substring(ENCODED.length())), UTF_8)
        : URLDecoder.decode(segment.replace("+", "%2B"), UTF_8);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
