package org.goodtiming.scheduler.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The classes of this module's tests on the stack. */
public final class SystemTests {

  private static final Path SOURCES =
      Path.of(System.getProperty("scheduler.root"), "tests/system-tests/src/test/java");

  private SystemTests() {}

  public static List<Class<?>> all() {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(file -> file.toString().endsWith("IT.java"))
          .<Class<?>>map(SystemTests::load)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is promised on each server. */
  public static List<Method> onAnyServer() {
    return all().stream()
        .flatMap(type -> Stream.of(type.getDeclaredMethods()))
        .filter(
            method ->
                method.isAnnotationPresent(Test.class)
                    || method.isAnnotationPresent(ParameterizedTest.class))
        .filter(
            method ->
                method.isAnnotationPresent(AnyServer.class)
                    || method.getDeclaringClass().isAnnotationPresent(AnyServer.class))
        .toList();
  }

  private static Class<?> load(Path source) {
    String name = SOURCES.relativize(source).toString().replace(".java", "").replace('/', '.');
    try {
      return Class.forName(name, false, SystemTests.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
