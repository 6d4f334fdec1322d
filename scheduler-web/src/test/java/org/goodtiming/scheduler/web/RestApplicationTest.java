package org.goodtiming.scheduler.web;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.Path;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RestApplicationTest {

  @Test
  void every_resource_filter_and_mapper_is_served() throws Exception {
    assertThat(new RestApplication().getClasses())
        .hasSizeGreaterThan(10)
        .containsExactlyInAnyOrderElementsOf(annotated());
  }

  private static Set<Class<?>> annotated() throws IOException, URISyntaxException {
    java.nio.file.Path classes =
        java.nio.file.Path.of(
            RestApplication.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    java.nio.file.Path packages =
        classes.resolve(RestApplication.class.getPackageName().replace('.', '/'));
    try (Stream<java.nio.file.Path> files = Files.walk(packages)) {
      return files
          .map(file -> classes.relativize(file).toString())
          .filter(name -> name.endsWith(".class"))
          .map(name -> named(name.replace(".class", "").replace('/', '.')))
          .filter(
              each ->
                  each.isAnnotationPresent(Path.class) || each.isAnnotationPresent(Provider.class))
          .collect(Collectors.toSet());
    }
  }

  private static Class<?> named(String name) {
    try {
      return Class.forName(name, false, RestApplication.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
