package org.goodtiming.scheduler.cli;

import org.goodtiming.scheduler.install.Migrations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(description = "Brings the schema of the database to the version of this command.")
final class MigrateCommand extends Noun implements Runnable {

  @Option(
      names = "--database-user",
      paramLabel = "NAME",
      defaultValue = "scheduler_owner",
      description =
          "${DEFAULT-VALUE} if not given, or a superuser. The password comes from GOODTIMING_DATABASE_PASSWORD, the file GOODTIMING_DATABASE_PASSWORD_FILE, or a prompt.")
  private String user = "";

  @Option(
      names = "--repair",
      description =
          "Also restores what the schema has lost, except data: rights, views, functions, triggers, indexes, constraints and owners. Owners need a superuser.")
  private boolean repair;

  @Mixin private StepOptions steps = new StepOptions();

  @Override
  public void run() {
    DatabaseLogin login =
        DatabaseLogin.of(around(), databaseUrl(), user, "GOODTIMING_DATABASE_PASSWORD");
    Migrations migrations = new Migrations(login.address(), login.user(), login.password());
    steps.execute(
        repair ? migrations::stepsWithRepair : migrations::steps,
        output(),
        "The schema is up to date");
  }
}
