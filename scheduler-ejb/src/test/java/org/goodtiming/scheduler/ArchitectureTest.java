package org.goodtiming.scheduler;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.annotation.Resource;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.recurrence.syntax.IsoTime;

@AnalyzeClasses(
    packages = "org.goodtiming.scheduler",
    importOptions = {ArchitectureTest.NoTests.class, ArchitectureTest.NoLibraries.class})
class ArchitectureTest {

  /** Not in this module, and not in the jars of the storeys. */
  static final class NoTests implements ImportOption {

    private static final Pattern TESTS = Pattern.compile(".*(/test-classes/|-tests\\.jar).*");

    @Override
    public boolean includes(Location location) {
      return !location.matches(TESTS);
    }
  }

  /**
   * Leaves out the libraries that scheduler-otlp and scheduler-schema contain under other names.
   */
  static final class NoLibraries implements ImportOption {

    private static final Pattern LIBRARY = Pattern.compile(".*/scheduler/(otlp|schema)/[^/]+/.*");

    @Override
    public boolean includes(Location location) {
      return !location.matches(LIBRARY);
    }
  }

  /**
   * Classes that translate between messages of the container and plain values, or create objects.
   */
  private static final String TRANSLATORS =
      ".*(Sender|MessageReader|Assembly|RegistrationBatchStore|RunMessages|TargetMessages|ClockProbe|CanarySession.*)";

  @ArchTest
  static final ArchRule rooms_depend_one_way =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("operations")
          .definedBy("..scheduler.operations..")
          .layer("explanation")
          .definedBy("..scheduler.explanation..")
          .layer("load")
          .definedBy("..scheduler.load..")
          .layer("lifecycle")
          .definedBy("..scheduler.lifecycle..")
          .layer("targets")
          .definedBy("..scheduler.targets..")
          .layer("post")
          .definedBy("..scheduler.post..")
          .layer("registration")
          .definedBy("..scheduler.registration..")
          .layer("deadletter")
          .definedBy("..scheduler.deadletter..")
          .layer("dispatch")
          .definedBy("..scheduler.dispatch..")
          .layer("contract")
          .definedBy("..scheduler.contract..")
          .layer("intake")
          .definedBy("..scheduler.intake..")
          .layer("execution")
          .definedBy("..scheduler.execution..")
          .layer("broker")
          .definedBy("..scheduler.broker..")
          .layer("quarantine")
          .definedBy("..scheduler.quarantine..")
          .layer("message")
          .definedBy("..scheduler.message..")
          .layer("lease")
          .definedBy("..scheduler.lease..")
          .layer("schedule")
          .definedBy("..scheduler.schedule..")
          .layer("recovery")
          .definedBy("..scheduler.recovery..")
          .layer("statistics")
          .definedBy("..scheduler.statistics..")
          .layer("policy")
          .definedBy("..scheduler.policy..")
          .layer("job")
          .definedBy("..scheduler.job..")
          .layer("retry")
          .definedBy("..scheduler.retry..")
          .layer("sql")
          .definedBy("..scheduler.sql..")
          .layer("trace")
          .definedBy("..scheduler.trace..")
          .layer("background")
          .definedBy("..scheduler.background..")
          .layer("server")
          .definedBy("..scheduler.server..")
          .layer("telemetry")
          .definedBy("..scheduler.telemetry..")
          .layer("config")
          .definedBy("..scheduler.config..")
          .layer("recurrence")
          .definedBy("..scheduler.recurrence..")
          .layer("api")
          .definedBy("..scheduler.api..")
          .whereLayer("operations")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("explanation")
          .mayOnlyBeAccessedByLayers("operations")
          .whereLayer("load")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("lifecycle")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("targets")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("post")
          .mayOnlyAccessLayers("config")
          .whereLayer("registration")
          .mayOnlyBeAccessedByLayers("operations", "statistics")
          .whereLayer("deadletter")
          .mayOnlyBeAccessedByLayers("statistics", "targets")
          .whereLayer("dispatch")
          .mayOnlyBeAccessedByLayers("statistics")
          .whereLayer("contract")
          .mayOnlyBeAccessedByLayers("registration", "deadletter")
          .whereLayer("execution")
          .mayOnlyBeAccessedByLayers("deadletter", "operations", "statistics", "targets")
          .whereLayer("intake")
          .mayOnlyBeAccessedByLayers("registration", "execution", "deadletter")
          .whereLayer("broker")
          .mayOnlyBeAccessedByLayers(
              "recovery", "intake", "registration", "execution", "deadletter", "load", "dispatch")
          .whereLayer("quarantine")
          .mayOnlyBeAccessedByLayers(
              "broker", "contract", "registration", "execution", "deadletter", "operations")
          .whereLayer("message")
          .mayOnlyBeAccessedByLayers(
              "broker",
              "quarantine",
              "contract",
              "intake",
              "registration",
              "execution",
              "deadletter",
              "schedule",
              "targets")
          .whereLayer("lease")
          .mayOnlyBeAccessedByLayers("dispatch", "operations")
          .whereLayer("schedule")
          .mayOnlyBeAccessedByLayers("load", "operations")
          .whereLayer("recovery")
          .mayOnlyBeAccessedByLayers(
              "intake",
              "registration",
              "dispatch",
              "execution",
              "deadletter",
              "operations",
              "targets")
          .whereLayer("statistics")
          .mayOnlyBeAccessedByLayers("operations")
          .whereLayer("job")
          .mayOnlyBeAccessedByLayers(
              "intake",
              "statistics",
              "schedule",
              "recovery",
              "contract",
              "registration",
              "dispatch",
              "execution",
              "deadletter",
              "operations",
              "load",
              "lifecycle",
              "trace")
          .whereLayer("retry")
          .mayOnlyAccessLayers("api")
          .whereLayer("policy")
          .mayNotAccessAnyLayer()
          .whereLayer("sql")
          .mayOnlyAccessLayers("api")
          .whereLayer("trace")
          .mayOnlyBeAccessedByLayers("registration", "dispatch", "execution")
          .whereLayer("background")
          .mayOnlyAccessLayers("server", "telemetry", "sql")
          .whereLayer("server")
          .mayOnlyAccessLayers("telemetry", "sql", "config", "api")
          .whereLayer("telemetry")
          .mayNotAccessAnyLayer()
          .whereLayer("config")
          .mayNotAccessAnyLayer()
          .whereLayer("recurrence")
          .mayNotAccessAnyLayer()
          .whereLayer("api")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule rooms_have_no_cycles =
      slices().matching("org.goodtiming.scheduler.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule subjects_within_rooms_have_no_cycles =
      slices().matching("org.goodtiming.scheduler.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule only_beans_of_the_container_and_translators_know_it =
      noClasses()
          .that()
          .areNotAnnotatedWith("jakarta.ejb.ApplicationException")
          .and()
          .haveNameNotMatching(TRANSLATORS)
          .and()
          .resideOutsideOfPackages(
              "..scheduler.api..",
              "..scheduler.broker..",
              "..scheduler.container..",
              "..scheduler.intake..",
              "..scheduler.message..",
              "..scheduler.recovery..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.ejb..", "jakarta.jms..", "jakarta.ws.rs..");

  @ArchTest
  static final ArchRule no_storey_has_beans_that_the_container_calls =
      noClasses()
          .that()
          .resideOutsideOfPackage("..scheduler.container..")
          .and()
          .areNotAnnotatedWith("jakarta.ejb.ApplicationException")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("jakarta.ejb..")
          .because("plain classes use sql.NewTransaction");

  @ArchTest
  static final ArchRule resources_are_found_on_each_server =
      noFields()
          .should()
          .beAnnotatedWith(
              describe(
                  "@Resource(lookup)",
                  each ->
                      each.getRawType().isEquivalentTo(Resource.class)
                          && each.hasExplicitlyDeclaredProperty("lookup")))
          .because("a name without java: is another on WildFly; use api.ServerResource");

  @ArchTest
  static final ArchRule times_are_read_by_one_rule =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(IsoTime.class.getName())
          .should()
          .callMethod(OffsetDateTime.class, "parse", CharSequence.class);

  @ArchTest
  static final ArchRule node_clocks_decide_nothing =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..job..",
              "..schedule..",
              "..lease..",
              "..policy..",
              "..recovery..",
              "..dispatch..",
              "..contract..",
              "..registration..",
              "..message..",
              "..execution..",
              "..explanation..",
              "..deadletter..",
              "..operations..",
              "..statistics..",
              "..load..",
              "..lifecycle..",
              "..targets..",
              "..quarantine..")
          .should()
          .callMethod(java.time.Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(java.time.OffsetDateTime.class, "now");

  @ArchTest
  static final ArchRule json_providers_are_kept =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("jakarta.json.Json")
          .because("each of its methods looks up the provider again, in all class loaders");
}
