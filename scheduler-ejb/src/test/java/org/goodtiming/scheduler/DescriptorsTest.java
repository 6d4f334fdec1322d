package org.goodtiming.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers ignore some names of classes that do not exist, so nothing else tells of a renaming. */
class DescriptorsTest {

  private static final Path ROOT = Path.of("..");
  private static final String OURS = "org.goodtiming.";

  /** Only the server, the resource adapter or Maven has them, which do not start without. */
  private static final Pattern ELSEWHERE =
      Pattern.compile(
          "(com\\.sun|fish\\.payara|org\\.glassfish|org\\.apache\\.(activemq|maven))\\..*");

  private static final Pattern DESCRIPTOR =
      Pattern.compile(
          ".*/(META-INF/services/[^/]+|(META-INF|WEB-INF)/[^/]+\\.xml|[^/]*(-ejb-jar|domain)\\.xml|[^/]+\\.(asadmin|config)|junit-platform\\.properties|pom\\.xml|start-node|create-domain|run-node|scheduler)");

  private static final Pattern CLASS_NAME =
      Pattern.compile("(?<![\\w.$/:-])(?:[a-z]\\w*\\.){2,}[A-Z]\\w*");
  private static final Pattern EJB_NAME = Pattern.compile("<ejb-name>(.*?)</ejb-name>");

  private static final List<Path> FILES = SourceFiles.ofProject(ROOT);
  private static final Set<String> CLASSES =
      FILES.stream()
          .map(file -> file.toString().replaceFirst(".*/java/", ""))
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.replace(".java", "").replace('/', '.'))
          .collect(Collectors.toSet());

  static Stream<Arguments> descriptors() {
    return FILES.stream()
        .filter(file -> DESCRIPTOR.matcher(file.toString()).matches())
        .map(file -> arguments(ROOT.relativize(file).toString(), file));
  }

  @Test
  void descriptors_of_all_kinds_are_read() {
    assertThat(descriptors().map(each -> each.get()[0].toString().replaceFirst(".*/", "")))
        .contains("ejb-jar.xml", "web.xml", "beans.xml", "persistence.xml", "ra.xml")
        .contains("glassfish-ejb-jar.xml", "javax.annotation.processing.Processor")
        .contains("pre-boot.asadmin", "post-boot.asadmin", "shop.asadmin", "pom.xml");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("descriptors")
  void each_class_that_a_descriptor_names_exists(String name, Path descriptor) {
    Set<String> named = all(CLASS_NAME, SourceFiles.text(descriptor));
    if (descriptor.getParent().endsWith("META-INF/services")) {
      named.add(descriptor.getFileName().toString());
    }

    assertThat(named).as(name).allMatch(DescriptorsTest::exists);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("descriptors")
  void each_bean_that_a_descriptor_names_exists(String name, Path descriptor) {
    assertThat(all(EJB_NAME, SourceFiles.text(descriptor)))
        .as(name)
        .allMatch(bean -> hasClass(bean) || handlesJobs(bean));
  }

  private static boolean exists(String name) {
    if (name.startsWith(OURS)) {
      return CLASSES.contains(name);
    }
    return ELSEWHERE.matcher(name).matches() || canBeLoaded(name);
  }

  private static boolean canBeLoaded(String name) {
    try {
      Class.forName(name, false, DescriptorsTest.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static boolean hasClass(String simpleName) {
    return CLASSES.stream().anyMatch(name -> name.endsWith("." + simpleName));
  }

  /** The annotation processor makes {@code BeanMethodListener} of a handler method of a bean. */
  private static boolean handlesJobs(String listener) {
    return FILES.stream()
        .filter(file -> file.toString().endsWith(".java"))
        .filter(file -> listener.startsWith(file.getFileName().toString().replace(".java", "")))
        .anyMatch(file -> SourceFiles.text(file).contains("@JobHandler("));
  }

  private static Set<String> all(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(match -> match.group(match.groupCount()))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
