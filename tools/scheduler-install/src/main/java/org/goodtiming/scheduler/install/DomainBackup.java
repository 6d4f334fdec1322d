package org.goodtiming.scheduler.install;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of a domain that a node changes, as they were before it became one.
 *
 * @param domain directory of the domain
 * @param backup directory for the copies, which may not exist
 */
record DomainBackup(Path domain, Path backup) {

  private static final List<String> FILES =
      List.of(
          DomainXml.PATH,
          "config/logging.properties",
          "docroot/index.html",
          "lib/postgresql.jar",
          "lib/scheduler-datasource.jar");

  boolean exists() {
    return Files.exists(backup);
  }

  /** Saves all files, or, if it fails, none. */
  Step save() {
    return new Step(
        "Keep what the domain has in " + backup,
        List.of(),
        () -> {
          Path draft = backup.resolveSibling(backup.getFileName() + ".new");
          FileTree.delete(draft);
          for (String file : FILES) {
            if (Files.exists(domain.resolve(file))) {
              copy(domain.resolve(file), draft.resolve(file));
            }
          }
          Files.move(draft, backup, ATOMIC_MOVE);
        });
  }

  /** Each file that has changed since is as it was. */
  List<Step> restore() throws IOException {
    List<Step> steps = new ArrayList<>();
    for (String file : FILES) {
      Path saved = backup.resolve(file);
      Path changed = domain.resolve(file);
      if (!Files.exists(saved) && Files.exists(changed)) {
        steps.add(new Step("Delete " + changed, List.of(), () -> Files.delete(changed)));
      } else if (Files.exists(saved) && !Files.exists(changed)) {
        steps.add(new Step("Write " + changed, List.of(), () -> copy(saved, changed)));
      } else if (Files.exists(saved) && Files.mismatch(saved, changed) >= 0) {
        steps.add(
            new Step("Restore " + changed, List.of(), () -> FileChange.replace(changed, saved)));
      }
    }
    return steps;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(requireNonNull(to.getParent()));
    Files.copy(from, to, COPY_ATTRIBUTES);
  }
}
