package org.goodtiming.scheduler.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The library's script knows no words that only a node knows. */
@Command(
    description =
        "Prints a script that completes commands, options and worker queues in bash and zsh: source"
            + " <(goodtiming generate-completion).")
final class CompletionCommand extends Noun implements Runnable {
  private static final String QUEUES =
      """

      # The worker queues, as the node of the environment or the default profile tells them
      function _goodtiming_queues() {
        goodtiming queue list -o jsonl 2>/dev/null </dev/null | sed -n 's/^{"name":"\\([^"]*\\)".*/\\1/p'
      }
      """;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    CommandSpec root = spec.root();
    String script = AutoComplete.bash(root.name(), root.commandLine());
    output().text(withQueues(script) + QUEUES);
  }

  /** Adds the queues where their names are used, so that other completions query no node. */
  private static String withQueues(String script) {
    return script
        .replaceAll(" *local QUEUE_\\w+=\\(\"" + QueueNames.PLACEHOLDER + "\"\\).*\n", "")
        .replaceAll("\"\\$\\{QUEUE_\\w+\\[@]}\"", "\\$(_goodtiming_queues)");
  }
}
