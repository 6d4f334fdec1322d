package org.goodtiming.scheduler.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(description = "Dispatch of all jobs, or of those of a group.")
final class DispatchCommand extends Noun {

  @Command(description = "Lists pauses that are neither of a worker queue nor of a schedule.")
  void list(@Mixin Watch watch) {
    list(Address.of("dispatch"), "pauses", "group", "pausedAt", "pausedBy", "pausedUntil");
  }

  @Command(description = "Stops the dispatch of all jobs, or of those of a group.")
  void pause(
      @Option(names = "--group", paramLabel = "GROUP", description = "Only the jobs of this group.")
          @Nullable String group,
      @Option(
              names = "--until",
              paramLabel = "TIME",
              description = "Dispatch resumes automatically at this time.")
          @Nullable String until) {
    post(
        Address.of("dispatch").verb("pause"),
        new Members().with("group", group).with("until", until).build(),
        "Dispatch of %s is paused".formatted(of(group)));
  }

  @Command(description = "Dispatches paused jobs again.")
  void resume(
      @Option(
              names = "--group",
              paramLabel = "GROUP",
              description = "The pause of this group, not that of all jobs.")
          @Nullable String group) {
    post(
        Address.of("dispatch").verb("resume"),
        new Members().with("group", group).build(),
        "Dispatch of %s is resumed".formatted(of(group)));
  }

  private static String of(@Nullable String group) {
    return group == null ? "all jobs" : "group " + group;
  }
}
