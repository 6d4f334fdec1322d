package org.goodtiming.scheduler.config;

import java.util.List;

/** Stops the start of the node; the message lists every invalid setting and its correction. */
public final class InvalidSettingsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  InvalidSettingsException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
  }
}
