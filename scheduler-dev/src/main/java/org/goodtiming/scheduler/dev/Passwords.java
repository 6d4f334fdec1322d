package org.goodtiming.scheduler.dev;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.stream.Collectors;

/** Random passwords, made when first asked for and kept. */
final class Passwords {
  private static final String ALPHABET =
      "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  private static final int LENGTH = 24;

  private final PropertyFile kept;
  private final SecureRandom random = new SecureRandom();

  Passwords(PropertyFile kept) {
    this.kept = kept;
  }

  synchronized String of(String user) {
    return kept.get(user)
        .orElseGet(
            () -> {
              var password = random();
              kept.put(user, password);
              return password;
            });
  }

  Path file() {
    return kept.path();
  }

  private String random() {
    return random
        .ints(LENGTH, 0, ALPHABET.length())
        .mapToObj(at -> ALPHABET.substring(at, at + 1))
        .collect(Collectors.joining());
  }
}
