package org.goodtiming.scheduler;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "org.goodtiming.scheduler",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String SHELLS =
      ".*(Listener|Timer|Transactions|JobSender|IncomingMessage|ReportBatch|RegistrationBatch|RegistrationBatchStore|BrokerQueues|BrokerManagement|DeliverabilityCheck|ClockProbe|MessageReader|ReceiptSender|SerializedObject|CommitMarker|XaMarker|LastResourceMarker|BrokerBranches|CancelSender|ChangedMeanwhileException|InDoubtWatch|HeuristicOutcomes|StartGate|Assembly)";

  @ArchTest
  static final ArchRule rooms_depend_one_way =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("assembly")
          .definedBy("org.goodtiming.scheduler")
          .layer("operations")
          .definedBy("..scheduler.operations..")
          .layer("registration")
          .definedBy("..scheduler.registration..")
          .layer("deadletter")
          .definedBy("..scheduler.deadletter..")
          .layer("execution")
          .definedBy("..scheduler.execution..")
          .layer("broker")
          .definedBy("..scheduler.broker..")
          .layer("quarantine")
          .definedBy("..scheduler.quarantine..")
          .layer("dispatch")
          .definedBy("..scheduler.dispatch..")
          .layer("lease")
          .definedBy("..scheduler.lease..")
          .layer("leader")
          .definedBy("..scheduler.leader..")
          .layer("job")
          .definedBy("..scheduler.job..")
          .layer("schedule")
          .definedBy("..scheduler.schedule..")
          .layer("recurrence")
          .definedBy("..scheduler.recurrence..")
          .layer("recovery")
          .definedBy("..scheduler.recovery..")
          .layer("config")
          .definedBy("..scheduler.config..")
          .layer("telemetry")
          .definedBy("..scheduler.telemetry..")
          .layer("api")
          .definedBy("..scheduler.api..")
          .whereLayer("assembly")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("operations")
          .mayOnlyBeAccessedByLayers("assembly")
          .whereLayer("registration")
          .mayOnlyBeAccessedByLayers("operations", "assembly")
          .whereLayer("deadletter")
          .mayOnlyBeAccessedByLayers("assembly")
          .whereLayer("execution")
          .mayOnlyBeAccessedByLayers("deadletter", "operations", "assembly")
          .whereLayer("broker")
          .mayOnlyBeAccessedByLayers("recovery", "registration", "execution", "deadletter")
          .whereLayer("quarantine")
          .mayOnlyBeAccessedByLayers(
              "broker", "registration", "execution", "deadletter", "assembly")
          .whereLayer("dispatch")
          .mayOnlyBeAccessedByLayers("assembly")
          .whereLayer("lease")
          .mayOnlyBeAccessedByLayers("dispatch", "assembly")
          .whereLayer("job")
          .mayOnlyBeAccessedByLayers(
              "lease",
              "schedule",
              "recovery",
              "registration",
              "dispatch",
              "execution",
              "deadletter",
              "operations",
              "assembly")
          .whereLayer("schedule")
          .mayOnlyBeAccessedByLayers("assembly")
          .whereLayer("recovery")
          .mayOnlyBeAccessedByLayers(
              "registration", "dispatch", "execution", "deadletter", "assembly")
          .whereLayer("leader")
          .mayOnlyAccessLayers("telemetry")
          .whereLayer("telemetry")
          .mayOnlyAccessLayers("config")
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
  static final ArchRule only_shells_know_the_container =
      noClasses()
          .that()
          .haveNameNotMatching(SHELLS)
          .and()
          .resideOutsideOfPackage("..scheduler.api..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.ejb..", "jakarta.jms..", "jakarta.ws.rs..");

  @ArchTest
  static final ArchRule node_clocks_decide_nothing =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..job..",
              "..schedule..",
              "..lease..",
              "..recovery..",
              "..dispatch..",
              "..registration..",
              "..execution..",
              "..deadletter..",
              "..operations..",
              "..quarantine..")
          .should()
          .callMethod(java.time.Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(java.time.OffsetDateTime.class, "now");
}
