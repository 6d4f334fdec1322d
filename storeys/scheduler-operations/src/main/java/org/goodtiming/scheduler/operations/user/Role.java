package org.goodtiming.scheduler.operations.user;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The permissions of a user of the API. Each role includes the permissions of the roles before it.
 */
public enum Role {
  /** Reads everything except payloads. */
  VIEWER,
  /** Registers and cancels jobs of the worker queues for which it has a grant. */
  SUBMITTER,
  /** Changes registered jobs, schedules, worker queues and the quarantine. */
  OPERATOR,
  /** Manages users, their sessions and grants. */
  ADMIN;

  /** The name in table api_user, and in annotations of resources. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The role of that label; empty if there is none. */
  public static Optional<Role> find(String label) {
    return Arrays.stream(values()).filter(role -> role.label().equals(label)).findFirst();
  }

  public static Role of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }

  /** The labels of this role and of those before it. */
  public Set<String> included() {
    return Arrays.stream(values())
        .filter(role -> role.ordinal() <= ordinal())
        .map(Role::label)
        .collect(Collectors.toUnmodifiableSet());
  }
}
