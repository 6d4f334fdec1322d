package org.goodtiming.scheduler.web.login;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.goodtiming.scheduler.operations.user.Role;
import org.goodtiming.scheduler.web.http.JsonFields;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.Reading;
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
    Reading reading =
        new Reading().check(() -> json.checkKnown(Set.of("name", "role"), "only name and role"));
    Supplier<String> name = reading.part(() -> name(json));
    Supplier<Role> role = reading.part(() -> role(json));
    reading.end();
    return new NewUser(name.get(), role.get());
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
    Reading reading =
        new Reading()
            .check(() -> json.checkKnown(Set.of("role", "locked"), "only role and locked"));
    Supplier<@Nullable String> role = reading.part(() -> json.choice("role", ROLES));
    Supplier<@Nullable Boolean> locked = reading.part(() -> json.flag("locked"));
    reading.end();
    String label = role.get();
    return new Settings(label == null ? null : Role.of(label), locked.get());
  }
}
