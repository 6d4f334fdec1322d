package org.goodtiming.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.goodtiming.scheduler.background.BackgroundTask;
import org.goodtiming.scheduler.background.LeaderTask;
import org.goodtiming.scheduler.background.TaskThreads;
import org.goodtiming.scheduler.config.operations.SchedulerConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.ReflectionSupport;

/** The table of background tasks in docs/architecture.md has every task, with its interval. */
class BackgroundTasksPageTest {

  private static final Pattern ROW =
      Pattern.compile("\\| `([^`]+)` \\| (leader|every node) \\| ([0-9.]+) (s|min)\\b.*\\|");

  private static final SchedulerConfig CONFIG =
      SchedulerConfig.from(
          name -> Optional.of("node1").filter(node -> name.equals("scheduler.node.name")));

  record Task(String name, String runsOn, Duration interval) {

    private static Task of(Matcher row) {
      double seconds = Double.parseDouble(row.group(3)) * (row.group(4).equals("min") ? 60 : 1);
      return new Task(row.group(1), row.group(2), Duration.ofMillis(Math.round(seconds * 1000)));
    }

    private static Task of(Object bean) {
      BackgroundTask task = (BackgroundTask) bean;
      String runsOn = task instanceof LeaderTask ? "leader" : "every node";
      return new Task(task.description().name(), runsOn, task.description().interval());
    }
  }

  @Test
  void the_table_has_the_tasks_of_the_code() throws Exception {
    List<Task> tasks = new ArrayList<>();
    for (Class<?> type : types()) {
      instances(type).map(Task::of).distinct().forEach(tasks::add);
    }

    assertThat(rows()).containsExactlyInAnyOrderElementsOf(tasks);
  }

  private static List<Task> rows() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "architecture.md"));
    return page.substring(page.indexOf("## Background tasks"), page.indexOf("## Events"))
        .lines()
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .map(Task::of)
        .toList();
  }

  private static List<Class<?>> types() {
    return SourceFiles.ofScheduler().stream()
        .map(BackgroundTasksPageTest::type)
        .<Class<?>>flatMap(
            type -> Stream.concat(Stream.of(type), Arrays.stream(type.getDeclaredClasses())))
        .filter(type -> !type.isInterface())
        .filter(BackgroundTask.class::isAssignableFrom)
        .toList();
  }

  private static Class<?> type(Path source) {
    String name = SourceFiles.inPackages(source).toString().replaceFirst("[.]java$", "");
    try {
      return Class.forName(
          "org.goodtiming.scheduler." + name.replace('/', '.'),
          false,
          LeaderTask.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** The result of each factory method, or of the constructor. No task is run. */
  private static Stream<Object> instances(Class<?> type) throws ReflectiveOperationException {
    List<Method> factories =
        Arrays.stream(type.getDeclaredMethods())
            .filter(each -> Modifier.isStatic(each.getModifiers()) && each.getReturnType() == type)
            .toList();
    List<Object> instances = new ArrayList<>();
    for (Method factory : factories) {
      factory.setAccessible(true);
      instances.add(factory.invoke(null, arguments(factory)));
    }
    if (factories.isEmpty()) {
      Constructor<?> constructor = type.getDeclaredConstructors()[0];
      constructor.setAccessible(true);
      instances.add(constructor.newInstance(arguments(constructor)));
    }
    for (Object instance : instances) {
      injectConfig(instance);
    }
    return instances.stream();
  }

  private static void injectConfig(Object instance) throws IllegalAccessException {
    for (Field field : instance.getClass().getDeclaredFields()) {
      if (field.getType().isInstance(CONFIG)) {
        field.setAccessible(true);
        field.set(instance, CONFIG);
      }
    }
  }

  private static Object[] arguments(Executable of) {
    return Arrays.stream(of.getParameterTypes()).map(BackgroundTasksPageTest::argument).toArray();
  }

  private static @Nullable Object argument(Class<?> type) {
    if (type == int.class) {
      return 1;
    }
    if (type.isInstance(CONFIG)) {
      return CONFIG;
    }
    if (type == BooleanSupplier.class) {
      return (BooleanSupplier) () -> false;
    }
    if (type == TaskThreads.class) {
      return new TaskThreads(Thread::new, Runnable::run);
    }
    return type == List.class ? List.of() : setting(type);
  }

  /** The settings of a feature; null for another type. */
  private static @Nullable Object setting(Class<?> type) {
    return Arrays.stream(SchedulerConfig.class.getRecordComponents())
        .filter(each -> each.getType() == type)
        .map(each -> ReflectionSupport.invokeMethod(each.getAccessor(), CONFIG))
        .findFirst()
        .orElse(null);
  }
}
