package org.goodtiming.scheduler.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes at the end of a run which tests of the contract have passed on the server, in this run or
 * in one before it: docs/servers.md counts them.
 */
public final class ContractResults implements TestExecutionListener {

  private static final TestTag CONTRACT = TestTag.create("any-server");

  private final Set<String> passed = new HashSet<>();
  private final Set<String> others = new HashSet<>();

  /** The lines {@code Class.method} of the tests that have passed. */
  public static Path kept(Path root, String servers) {
    return root.resolve("tests/system-tests/src/test/contract").resolve(servers + ".txt");
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    name(test).ifPresent(others::add);
  }

  /** A test with parameters has passed if each of its invocations has. */
  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Set<String> names = result.getStatus() == Status.SUCCESSFUL ? passed : others;
    name(test).ifPresent(names::add);
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    if (passed.isEmpty() && others.isEmpty()) {
      return;
    }
    String servers = String.join(",", SystemStack.SERVERS);
    Path kept = kept(Path.of(System.getProperty("scheduler.root")), servers);
    Path written = Path.of("target", "contract").resolve(kept.getFileName());
    try {
      Set<String> all = new TreeSet<>(passed);
      for (Path before : Set.of(kept, written)) {
        if (Files.exists(before)) {
          all.addAll(Files.readAllLines(before));
        }
      }
      all.removeAll(others);
      Files.createDirectories(written.getParent());
      Files.write(written, all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<String> name(TestIdentifier test) {
    return test.getSource()
        .filter(source -> test.getTags().contains(CONTRACT))
        .filter(MethodSource.class::isInstance)
        .map(MethodSource.class::cast)
        .map(method -> method.getJavaClass().getSimpleName() + "." + method.getMethodName());
  }
}
