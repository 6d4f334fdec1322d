package org.goodtiming.scheduler.encryption;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash by which tokens are stored, and ids and texts are compared. */
public final class Sha256 {

  private Sha256() {}

  public static byte[] of(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
