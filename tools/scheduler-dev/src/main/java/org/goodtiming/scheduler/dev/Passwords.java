package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import org.goodtiming.scheduler.install.RandomPassword;

/** Random passwords, made when first asked for and kept. */
final class Passwords {
  private final PropertyFile kept;

  Passwords(PropertyFile kept) {
    this.kept = kept;
  }

  synchronized String of(String user) {
    return kept.get(user)
        .orElseGet(
            () -> {
              var password = RandomPassword.create();
              kept.put(user, password);
              return password;
            });
  }

  Path file() {
    return kept.path();
  }
}
