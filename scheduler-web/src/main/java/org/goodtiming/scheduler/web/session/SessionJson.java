package org.goodtiming.scheduler.web.session;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.goodtiming.scheduler.operations.user.ApiSession;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.ApiLogin;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Reading;

/** Reads a login, and writes the logged-in user. */
final class SessionJson {

  private static final JsonProvider JSON = JsonProvider.provider();

  private SessionJson() {}

  static UsernamePasswordCredential credential(JsonFields json) {
    Reading reading =
        new Reading()
            .check(() -> json.checkKnown(Set.of("name", "password"), "only name and password"));
    Supplier<String> name =
        reading.part(() -> json.required("name", json.text("name"), "the user's name"));
    Supplier<String> password =
        reading.part(() -> json.required("password", json.text("password"), "the user's password"));
    reading.end();
    return new UsernamePasswordCredential(name.get(), password.get());
  }

  /**
   * The user with all roles, the least first.
   *
   * @param grants the worker queues for which the user may register jobs; * is all
   */
  static String of(ApiLogin login, List<String> grants) {
    List<String> roles = Arrays.stream(Role.values()).filter(login::has).map(Role::label).toList();
    JsonObjectBuilder json = JSON.createObjectBuilder().add("name", login.name());
    if (!roles.isEmpty()) {
      json.add("role", roles.get(roles.size() - 1));
    }
    json.add("roles", array(roles)).add("grants", array(grants)).add("by", login.way().label());
    ApiSession session = login.session();
    if (session != null) {
      json.add("expiresAt", session.expiresAt().toString())
          .add("idleUntil", session.idleUntil().toString());
    }
    return json.build().toString();
  }

  static String logout(URI url) {
    return JSON.createObjectBuilder().add("logoutUrl", url.toString()).build().toString();
  }

  static String provider(String name) {
    return JSON.createObjectBuilder().add("name", name).build().toString();
  }

  private static JsonArrayBuilder array(List<String> texts) {
    JsonArrayBuilder json = JSON.createArrayBuilder();
    texts.forEach(json::add);
    return json;
  }
}
