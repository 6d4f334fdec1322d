package org.goodtiming.scheduler.install;

import java.security.SecureRandom;
import java.util.stream.Collectors;

/** Passwords that nobody can guess, of characters that no file format changes. */
public final class RandomPassword {
  private static final String ALPHABET =
      "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  private static final int LENGTH = 24;
  private static final SecureRandom RANDOM = new SecureRandom();

  private RandomPassword() {}

  /** Each time another one. */
  public static String create() {
    return RANDOM
        .ints(LENGTH, 0, ALPHABET.length())
        .mapToObj(at -> ALPHABET.substring(at, at + 1))
        .collect(Collectors.joining());
  }
}
