package org.goodtiming.scheduler.dev;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Payara's answer to an administration command.
 *
 * @param json the unchanged answer
 */
public record AdminAnswer(String json) {
  private static final Pattern MESSAGE =
      Pattern.compile("\"name\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
  // Payara appends the stack trace of a failed ping to the JSON, and does not log it.
  private static final Pattern ROOT_CAUSE =
      Pattern.compile(".*^Caused by: (.*?)$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern SUCCESS = Pattern.compile("\"exit_code\"\\s*:\\s*\"SUCCESS\"");
  private static final Pattern FAILURE = Pattern.compile("\"exit_code\"\\s*:\\s*\"FAILURE\"");
  private static final Pattern DEPLOYED =
      Pattern.compile("\"properties\"\\s*:\\s*\\{\\s*\"name\"\\s*:\\s*\"([^\"]+)\"");

  /** Whether the command was carried out without a warning. */
  public boolean success() {
    return SUCCESS.matcher(json).find();
  }

  /** Payara's message, and the root cause if there is one. */
  public String message() {
    var found = MESSAGE.matcher(json);
    if (!found.find()) {
      return json;
    }
    var message = found.group(1).replace("\\n", " ").replace("\\\"", "\"").trim();
    var cause = ROOT_CAUSE.matcher(json);
    return cause.find() ? message + " " + cause.group(1) : message;
  }

  /** The application's name, if it was deployed; Payara names one that failed as well. */
  Optional<String> deployedName() {
    if (FAILURE.matcher(json).find()) {
      return Optional.empty();
    }
    return DEPLOYED.matcher(json).results().map(found -> found.group(1)).findFirst();
  }
}
