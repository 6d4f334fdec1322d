package org.goodtiming.scheduler.cli.doctor;

/** Commands of Artemis to copy, for an administrator of the broker. */
public final class BrokerCommand {

  private BrokerCommand() {}

  /** The command that creates a worker queue. */
  public static String createQueue(String name) {
    return queue(
        "create",
        "--name %1$s --address %1$s --anycast --durable --auto-create-address --preserve-on-no-consumers"
            .formatted(name));
  }

  /** Complete: --silent suppresses the prompts for what is missing. */
  static String queue(String verb, String options) {
    return "artemis queue %s --url tcp://HOST:61616 --user admin --password PASSWORD %s --silent"
        .formatted(verb, options);
  }
}
