package org.goodtiming.scheduler.dev;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Stops and starts single components of a running stack on request, for example to try an outage.
 */
final class ComponentControl {
  private final List<? extends Component> components;
  private final ProcessRecords records;
  private final Set<String> busy = ConcurrentHashMap.newKeySet();

  ComponentControl(List<? extends Component> components, ProcessRecords records) {
    this.components = components;
    this.records = records;
  }

  /** Carries out the request and reports progress; returns when the component is up or stopped. */
  void carryOut(ControlRequest request, Consumer<String> progress) {
    var component = component(request.component());
    if (!busy.add(component.name())) {
      throw Problem.BUSY.with(component.name());
    }
    try {
      switch (request.action()) {
        case START -> start(component, progress);
        case STOP -> stop(component, component::stop, progress);
        case KILL -> stop(component, component::kill, progress);
      }
    } finally {
      busy.remove(component.name());
    }
  }

  private Component component(String name) {
    return components.stream()
        .filter(component -> component.name().equals(name))
        .findFirst()
        .orElseThrow(() -> Problem.NO_COMPONENT.with(name, names(components)));
  }

  private void start(Component component, Consumer<String> progress) {
    if (component.running()) {
      throw Problem.COMPONENT_RUNS.with(component.name(), component.pid());
    }
    progress.accept("Starting %s%s ...".formatted(component.name(), obstacles(component)));
    component.start();
    records.startedAgain(component.name());
    progress.accept("%s is up (pid %d).".formatted(component.name(), component.pid()));
  }

  // The record comes first, so that the end is not mistaken for a crash.
  private void stop(Component component, Runnable way, Consumer<String> progress) {
    var name = component.name();
    records.stoppedOnPurpose(name);
    progress.accept(
        component.running()
            ? "Waiting for %s (pid %d) to end ...".formatted(name, component.pid())
            : name + " was not running.");
    way.run();
    progress.accept("%1$s is stopped; './scheduler start %1$s' starts it again.".formatted(name));
  }

  /** A node does not start without the database and the broker. */
  private String obstacles(Component component) {
    if (!(component instanceof ServerNode)) {
      return "";
    }
    var down =
        components.stream()
            .filter(other -> !(other instanceof ServerNode) && !other.running())
            .toList();
    return down.isEmpty() ? "" : ", which waits until somebody starts " + names(down);
  }

  private static String names(List<? extends Component> components) {
    return components.stream().map(Component::name).collect(Collectors.joining(", "));
  }
}
