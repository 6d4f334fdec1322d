package org.goodtiming.scheduler.dev;

import java.nio.file.Path;

/** How an archive is called once it is deployed. */
final class Applications {
  private Applications() {}

  static String nameOf(Path archive) {
    var file = archive.getFileName().toString();
    var dot = file.lastIndexOf('.');
    return dot < 0 ? file : file.substring(0, dot);
  }
}
