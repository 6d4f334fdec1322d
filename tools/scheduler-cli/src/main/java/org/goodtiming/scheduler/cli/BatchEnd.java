package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import java.util.function.Supplier;

/**
 * Waits for the end of a batch operation, which goes on if this command does not.
 *
 * @param poll reads the operation; fails if the node does not answer
 */
record BatchEnd(String id, Supplier<JsonObject> poll, Patience patience) {

  /**
   * Returns the operation when it has ended, or at an interrupt.
   *
   * @throws Failure if the operation cannot be read
   */
  JsonObject await(String counted, Progress progress) {
    JsonObject operation = read();
    while (isRunning(operation) && patience.pause().getAsBoolean()) {
      operation = read();
      progress.show("%s, of %s".formatted(result(operation), counted));
    }
    return operation;
  }

  /**
   * Describes the end of the operation.
   *
   * @throws Failure if the operation was stopped, or if changes of matching items were refused
   */
  String sentence(JsonObject operation) {
    String state = operation.getString("state");
    String sentence = "Batch operation %s is %s: %s".formatted(id, state, result(operation));
    if (state.equals("finished") && operation.getInt("refused") == 0) {
      return sentence;
    }
    String refusal = operation.getString("lastRefusal", "");
    throw new Failure(
        ExitStatus.FAILED,
        refusal.isEmpty() ? sentence : sentence + "; the last refusal: " + Output.plain(refusal));
  }

  private JsonObject read() {
    try {
      return patience.read(poll);
    } catch (Failure e) {
      throw new Failure(
          e.status,
          "Batch operation %s goes on, but its state cannot be read: %s. Ask again: goodtiming batch show %s"
              .formatted(id, e.text(), id));
    }
  }

  private static boolean isRunning(JsonObject operation) {
    return operation.getString("state").equals("running");
  }

  private static String result(JsonObject operation) {
    int gone = operation.getInt("gone", 0);
    return "%s done, %s refused%s"
        .formatted(
            Output.plain(operation.get("done")),
            Output.plain(operation.get("refused")),
            gone == 0 ? "" : ", %d dispatched, changed or cancelled meanwhile".formatted(gone));
  }
}
