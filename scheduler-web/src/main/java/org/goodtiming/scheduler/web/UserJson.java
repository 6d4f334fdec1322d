package org.goodtiming.scheduler.web;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.goodtiming.scheduler.operations.Role;
import org.jspecify.annotations.Nullable;

/** Reads the users and settings that an administrator sends. */
final class UserJson {

  private static final List<String> ROLES = Arrays.stream(Role.values()).map(Role::label).toList();
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._@-]{0,99}";

  private UserJson() {}

  /** A user to be created. */
  record NewUser(String name, Role role) {}

  /** Settings of an existing user; null leaves one unchanged. */
  record Settings(@Nullable Role role, @Nullable Boolean locked) {}

  static boolean isName(String name) {
    return name.matches(NAME);
  }

  static NewUser newUser(JsonFields json) {
    json.checkKnown(Set.of("name", "role"), "only name and role");
    String name = json.required("name", json.text("name"), "the user's name");
    if (!isName(name)) {
      throw Problem.BAD_USER_NAME.with(name);
    }
    String role = json.required("role", json.choice("role", ROLES), String.join(", ", ROLES));
    return new NewUser(name, Role.of(role));
  }

  static Settings settings(JsonFields json) {
    json.checkKnown(Set.of("role", "locked"), "only role and locked");
    String role = json.choice("role", ROLES);
    return new Settings(
        role == null ? null : Role.of(role),
        json.json().containsKey("locked") ? json.flag("locked") : null);
  }
}
