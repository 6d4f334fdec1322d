package org.goodtiming.scheduler.dev;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What Payara answers to an administration command.
 *
 * @param json the answer as it came
 */
public record AdminAnswer(String json) {
  private static final Pattern MESSAGE =
      Pattern.compile("\"name\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern SUCCESS = Pattern.compile("\"exit_code\"\\s*:\\s*\"SUCCESS\"");
  private static final Pattern FAILURE = Pattern.compile("\"exit_code\"\\s*:\\s*\"FAILURE\"");
  private static final Pattern DEPLOYED =
      Pattern.compile("\"properties\"\\s*:\\s*\\{\\s*\"name\"\\s*:\\s*\"([^\"]+)\"");

  /** Whether the command was carried out without a warning. */
  public boolean success() {
    return SUCCESS.matcher(json).find();
  }

  /** Payara's message. */
  public String message() {
    var found = MESSAGE.matcher(json);
    return found.find() ? found.group(1).replace("\\n", " ").replace("\\\"", "\"").trim() : json;
  }

  /** The application's name, if it was deployed; Payara names one that failed as well. */
  Optional<String> deployedName() {
    if (FAILURE.matcher(json).find()) {
      return Optional.empty();
    }
    return DEPLOYED.matcher(json).results().map(found -> found.group(1)).findFirst();
  }
}
