package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** The list of Payara's administrators: one user, whose password is kept as a salted hash. */
record AdminKeyFile(Path file) {
  private static final int SALT_BYTES = 8;
  private static final int ROUNDS = 100;

  /** Replaces the shipped list, whose administrator needs no password. */
  void write(String user, String password) {
    try {
      PropertyFile.writePrivately(file, line(user, password, salt()));
    } catch (IOException e) {
      throw Problem.NO_STATE.because(e, file, e);
    }
  }

  /** The format SSHA256 of Payara's file realm. */
  static String line(String user, String password, byte[] salt) {
    var hash = hash(password.getBytes(UTF_8), salt);
    var salted = new byte[hash.length + salt.length];
    System.arraycopy(hash, 0, salted, 0, hash.length);
    System.arraycopy(salt, 0, salted, hash.length, salt.length);
    return user + ";{SSHA256}" + Base64.getEncoder().encodeToString(salted) + ";asadmin\n";
  }

  private static byte[] hash(byte[] password, byte[] salt) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      sha.update(password);
      var hash = sha.digest(salt);
      for (int round = 1; round < ROUNDS; round++) {
        hash = sha.digest(hash);
      }
      return hash;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] salt() {
    var salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return salt;
  }
}
