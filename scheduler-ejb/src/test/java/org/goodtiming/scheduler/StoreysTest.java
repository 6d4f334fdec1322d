package org.goodtiming.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
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

  private static final Path PAGE = Path.of("../docs/architecture.md");

  /** A row of the table of rooms: name, what it has, rooms that it uses, servers. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z]+)` \\| [^|]* \\|((?: `[a-z]+`,?)*) \\|[^|]*\\|$");

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

    private static String outermost(JavaClass type) {
      return room(type.getBaseComponentType()).split("\\.")[0];
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

  @ArchTest
  static void the_page_has_the_rooms_of_the_core_and_what_each_uses(JavaClasses classes)
      throws IOException {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass type : classes) {
      if (Storey.of(type) == Storey.CORE) {
        uses.computeIfAbsent(Storey.outermost(type), room -> new TreeSet<>())
            .addAll(usedRooms(type));
      }
    }

    assertThat(rowsOfThePage()).isEqualTo(uses);
  }

  private static Set<String> usedRooms(JavaClass type) {
    return type.getDirectDependenciesFromSelf().stream()
        .map(Dependency::getTargetClass)
        .filter(target -> Storey.of(target) == Storey.CORE)
        .map(Storey::outermost)
        .filter(room -> !room.equals(Storey.outermost(type)))
        .collect(Collectors.toSet());
  }

  private static Map<String, Set<String>> rowsOfThePage() throws IOException {
    Map<String, Set<String>> rows = new TreeMap<>();
    for (MatchResult row : ROW.matcher(Files.readString(PAGE)).results().toList()) {
      rows.put(
          row.group(1),
          Stream.of(row.group(2).split("[`, ]+"))
              .filter(room -> !room.isEmpty())
              .collect(Collectors.toCollection(TreeSet::new)));
    }
    return rows;
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
