package org.goodtiming.scheduler.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The classes of the nouns by their names, in the order in which help shows them. */
final class Nouns {
  private static final String COMPLETION = "generate-completion";
  private static final String HELP_COMMAND = "help";
  private static final Set<String> HELP = Set.of("-h", "--help");
  private static final Set<String> VERSION = Set.of("-V", "--version");
  private static final Map<String, Class<?>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("job", JobCommand.class);
    ALL.put("run", RunCommand.class);
    ALL.put("schedule", ScheduleCommand.class);
    ALL.put("queue", QueueCommand.class);
    ALL.put("dispatch", DispatchCommand.class);
    ALL.put("quarantine", QuarantineCommand.class);
    ALL.put("batch", BatchCommand.class);
    ALL.put("job-batch", JobBatchCommand.class);
    ALL.put("calendar", CalendarCommand.class);
    ALL.put("webhook", WebhookCommand.class);
    ALL.put("definition", DefinitionCommand.class);
    ALL.put("node", NodeCommand.class);
    ALL.put("lease", LeaseCommand.class);
    ALL.put("in-doubt", InDoubtCommand.class);
    ALL.put("user", UserCommand.class);
    ALL.put("grant", GrantCommand.class);
    ALL.put("session", SessionCommand.class);
    ALL.put("search", SystemCommands.Search.class);
    ALL.put("forecast", SystemCommands.Forecast.class);
    ALL.put("audit", SystemCommands.Audit.class);
    ALL.put("top", SystemCommands.Top.class);
    ALL.put("explain", ExplainCommand.class);
    ALL.put("doctor", DoctorCommand.class);
    ALL.put("support-bundle", SupportBundleCommand.class);
    ALL.put("install", InstallCommand.class);
    ALL.put("migrate", MigrateCommand.class);
    ALL.put("config", ConfigCommand.class);
    ALL.put(COMPLETION, CompletionCommand.class);
    ALL.put(HELP_COMMAND, HelpOnCommand.class);
  }

  private Nouns() {}

  static Map<String, Class<?>> all() {
    return ALL;
  }

  /**
   * The nouns that the arguments name, including the called noun; all nouns if none is named, or
   * for help about all or completion. A short command spends most of its time with the model of the
   * nouns.
   */
  static Map<String, Class<?>> of(List<String> arguments) {
    Map<String, Class<?>> named = new LinkedHashMap<>(ALL);
    named.keySet().retainAll(arguments);
    return tellsOfAll(arguments, named.isEmpty()) ? ALL : named;
  }

  private static boolean tellsOfAll(List<String> arguments, boolean noneIsNamed) {
    if (noneIsNamed) {
      return !VERSION.containsAll(arguments) || arguments.isEmpty();
    }
    boolean beginsWithNoun = ALL.containsKey(arguments.get(0));
    return arguments.contains(COMPLETION)
        || arguments.get(0).equals(HELP_COMMAND)
        || (!beginsWithNoun && arguments.stream().anyMatch(HELP::contains));
  }
}
