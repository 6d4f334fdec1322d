package org.goodtiming.scheduler.gettingstarted;

/**
 * A fenced block of a page.
 *
 * @param language what follows the fence
 * @param caption the last line of text before the block
 * @param text what is in it
 */
record Block(String language, String caption, String text) {

  boolean isCommands() {
    return language.equals("sh");
  }

  boolean isOutput() {
    return language.equals("text");
  }

  /** The file that the caption names. */
  String file() {
    var parts = caption.split("`");
    if (parts.length != 3 || !caption.startsWith("`") || !caption.endsWith(":")) {
      throw new IllegalStateException(
          "A block in %s needs a line such as '`DIRECTORY/FILE`:' before it, not '%s'"
              .formatted(language, caption));
    }
    return parts[1];
  }
}
