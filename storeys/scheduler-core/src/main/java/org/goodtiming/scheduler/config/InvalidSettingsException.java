package org.goodtiming.scheduler.config;

import java.util.List;

/** Stops the start: every setting that is wrong, each with what to change. */
public final class InvalidSettingsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  InvalidSettingsException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
  }
}
