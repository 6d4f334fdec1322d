package org.goodtiming.scheduler.dev;

import org.goodtiming.scheduler.install.RandomPassword;

/** Random passwords, made when first asked for and kept. */
record Passwords(PropertyFile kept) {

  synchronized String of(String user) {
    return kept.get(user)
        .orElseGet(
            () -> {
              var password = RandomPassword.create();
              kept.put(user, password);
              return password;
            });
  }
}
