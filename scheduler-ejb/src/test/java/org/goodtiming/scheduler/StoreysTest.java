package org.goodtiming.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The storeys of the scheduler: the core stores, claims, dispatches and recovers jobs; work is what
 * else happens to jobs; operations is what people ask and change. Each may refer to those below.
 */
@AnalyzeClasses(
    packages = "org.goodtiming.scheduler",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoLibraries.class})
class StoreysTest {

  private enum Storey {
    /** Modules that have no storey: the API, libraries. */
    NONE(""),
    CORE(
        """
        background broker config contract dispatch encryption intake job lease message policy quarantine recovery registration server sql telemetry
        """),
    WORK(
        """
        broker.amqp config.work deadletter encryption.aes execution intake.amqp job.run metrics
        registration.amqp registration.resubmission registration.sql retry schedule trace
        """),
    OPERATIONS(
        """
        config.operations explanation job.hold lifecycle load operations statistics
        """);

    private final Set<String> packages;

    Storey(String packages) {
      this.packages = Set.of(packages.strip().split("\\s+"));
    }

    static Storey of(JavaClass type) {
      return Stream.iterate(room(type), Storey::outer)
          .takeWhile(room -> !room.isEmpty())
          .flatMap(room -> Arrays.stream(values()).filter(storey -> storey.packages.contains(room)))
          .findFirst()
          .orElse(NONE);
    }

    private static String room(JavaClass type) {
      return type.getPackageName().replaceFirst("org\\.goodtiming\\.scheduler\\.?", "");
    }

    private static String outer(String room) {
      return room.substring(0, Math.max(0, room.lastIndexOf('.')));
    }
  }

  @ArchTest
  static void the_core_refers_to_no_other_storey(JavaClasses classes) {
    assertThat(references(classes, Storey.CORE)).isEmpty();
  }

  @ArchTest
  static void work_does_not_refer_to_operations(JavaClasses classes) {
    assertThat(references(classes, Storey.WORK)).isEmpty();
  }

  /** From classes of the storey to classes of storeys above, nested classes with their outer. */
  private static List<String> references(JavaClasses classes, Storey storey) {
    return classes.stream()
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
        .map(each -> List.of(outer(each.getOriginClass()), outer(each.getTargetClass())))
        .filter(each -> Storey.of(each.get(0)) == storey)
        .filter(each -> Storey.of(each.get(1)).compareTo(storey) > 0)
        .map(each -> each.get(0).getName() + " -> " + each.get(1).getName())
        .distinct()
        .sorted()
        .collect(Collectors.toList());
  }

  private static JavaClass outer(JavaClass type) {
    JavaClass base = type.getBaseComponentType();
    return base.getEnclosingClass().map(StoreysTest::outer).orElse(base);
  }
}
