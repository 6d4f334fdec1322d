package org.goodtiming.scheduler.job.queue;

import java.util.stream.Stream;
import org.goodtiming.scheduler.job.DefinitionUse;
import org.jspecify.annotations.Nullable;

/** A worker queue or a definition, which may have a schema of payloads. */
public record SchemaOwner(Kind kind, String name) {

  /** The kind of thing that has the name. */
  public enum Kind {
    WORKER_QUEUE("worker queue"),
    DEFINITION("definition");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  public static SchemaOwner queue(String name) {
    return new SchemaOwner(Kind.WORKER_QUEUE, name);
  }

  public static SchemaOwner definition(String name) {
    return new SchemaOwner(Kind.DEFINITION, name);
  }

  /** The owners of the schemas that the payload of a job must match. */
  public static Stream<SchemaOwner> of(String queue, @Nullable DefinitionUse definition) {
    return Stream.concat(
        Stream.of(queue(queue)), Stream.ofNullable(definition).map(use -> definition(use.name())));
  }

  @Override
  public String toString() {
    return "%s '%s'".formatted(kind.text, name);
  }
}
