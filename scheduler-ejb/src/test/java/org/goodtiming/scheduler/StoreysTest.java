package org.goodtiming.scheduler;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Maven holds the borders between the storeys; this is about the rest. */
@AnalyzeClasses(
    packages = "org.goodtiming.scheduler",
    importOptions = {StoreysTest.Core.class, ArchitectureTest.NoTests.class})
class StoreysTest {

  private static final Path PAGE = Path.of("../docs/architecture.md");

  /** A row of the table of rooms: name, contents, used rooms, servers. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z]+)` \\| [^|]* \\|((?: `[a-z]+`,?)*) \\|[^|]*\\|$");

  static final class Core implements ImportOption {

    @Override
    public boolean includes(Location location) {
      return location.contains("/scheduler-core/");
    }
  }

  /** Else a member without modifier would be for another storey, too. */
  @ArchTest
  static void a_package_belongs_to_one_storey(JavaClasses ofCore) {
    List<Path> packages = new ArrayList<>();
    for (Path root : SourceFiles.roots()) {
      packages.addAll(
          SourceFiles.ofProject(root).stream()
              .map(SourceFiles::inPackages)
              .map(Path::getParent)
              .collect(toSet()));
    }

    assertThat(packages).hasSizeGreaterThan(50).doesNotHaveDuplicates();
  }

  @ArchTest
  static void the_page_has_the_rooms_of_the_core_and_what_each_uses(JavaClasses ofCore)
      throws IOException {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass type : ofCore) {
      uses.computeIfAbsent(room(type), room -> new TreeSet<>()).addAll(usedRooms(type, ofCore));
    }

    assertThat(rowsOfThePage()).isEqualTo(uses);
  }

  private static Set<String> usedRooms(JavaClass type, JavaClasses ofCore) {
    return type.getDirectDependenciesFromSelf().stream()
        .map(Dependency::getTargetClass)
        .map(JavaClass::getBaseComponentType)
        .filter(target -> ofCore.contain(target.getName()))
        .map(StoreysTest::room)
        .filter(room -> !room.equals(room(type)))
        .collect(toSet());
  }

  /** The outermost package. */
  private static String room(JavaClass type) {
    return type.getPackageName().split("\\.")[3];
  }

  private static Map<String, Set<String>> rowsOfThePage() throws IOException {
    Map<String, Set<String>> rows = new TreeMap<>();
    for (MatchResult row : ROW.matcher(Files.readString(PAGE)).results().toList()) {
      rows.put(
          row.group(1),
          Stream.of(row.group(2).split("[`, ]+"))
              .filter(room -> !room.isEmpty())
              .collect(toCollection(TreeSet::new)));
    }
    return rows;
  }
}
