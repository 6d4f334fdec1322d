package org.goodtiming.scheduler.job.queue;

import java.util.stream.Stream;
import org.goodtiming.scheduler.job.DefinitionUse;
import org.goodtiming.scheduler.job.NewJob;

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

  /** The owners of the schemas that the payload of the job must match. */
  public static Stream<SchemaOwner> of(NewJob job) {
    Stream<SchemaOwner> queue = Stream.of(queue(job.key().queue()));
    DefinitionUse use = job.definition();
    return use == null ? queue : Stream.concat(queue, Stream.of(definition(use.name())));
  }

  @Override
  public String toString() {
    return "%s '%s'".formatted(kind.text, name);
  }
}
