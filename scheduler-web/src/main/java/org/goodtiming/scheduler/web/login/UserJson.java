package org.goodtiming.scheduler.web.login;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.ProblemException;
import org.jspecify.annotations.Nullable;

/** Reads the users and settings that an administrator sends. */
public final class UserJson {

  private static final List<String> ROLES = Arrays.stream(Role.values()).map(Role::label).toList();
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._@-]{0,99}";

  private UserJson() {}

  /** A user to be created. */
  public record NewUser(String name, Role role) {}

  /** Settings of an existing user; null leaves one unchanged. */
  public record Settings(@Nullable Role role, @Nullable Boolean locked) {}

  public static boolean isName(String name) {
    return name.matches(NAME);
  }

  public static NewUser newUser(JsonFields json) {
    ProblemException.ofAll(
        () -> json.checkKnown(Set.of("name", "role"), "only name and role"),
        () -> name(json),
        () -> role(json));
    return new NewUser(name(json), role(json));
  }

  private static String name(JsonFields json) {
    String name = json.required("name", json.text("name"), "the user's name");
    if (!isName(name)) {
      throw Problem.BAD_USER_NAME.with(name);
    }
    return name;
  }

  private static Role role(JsonFields json) {
    return Role.of(json.required("role", json.choice("role", ROLES), String.join(", ", ROLES)));
  }

  public static Settings settings(JsonFields json) {
    ProblemException.ofAll(
        () -> json.checkKnown(Set.of("role", "locked"), "only role and locked"),
        () -> json.choice("role", ROLES),
        () -> json.flag("locked"));
    String role = json.choice("role", ROLES);
    return new Settings(
        role == null ? null : Role.of(role),
        json.json().containsKey("locked") ? json.flag("locked") : null);
  }
}
