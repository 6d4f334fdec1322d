package org.goodtiming.scheduler.docs;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The addresses of the site.
 *
 * @param names of the Markdown files that become pages, relative to their directory
 */
record Links(List<String> names) {

  private static final Pattern ABSOLUTE = Pattern.compile("\\w+:.*");
  private static final Pattern RELATIVE = Pattern.compile("(?<file>[^#]*)(?<anchor>(#.*)?)");

  /** {@code README.md} is the first page. */
  static String address(String name) {
    return name.replaceFirst("(^|/)README\\.md$", "$1index.md").replaceFirst("\\.md$", ".html");
  }

  /**
   * Where a link of a page leads on the site; empty if its target is a file that the site does not
   * have.
   */
  Optional<String> resolve(String page, String link) {
    if (ABSOLUTE.matcher(link).matches()) {
      return Optional.of(link);
    }
    Matcher relative = RELATIVE.matcher(link);
    String file = relative.matches() ? relative.group("file") : "";
    if (file.isEmpty()) {
      return Optional.of(link);
    }
    return names.contains(Path.of(page).resolveSibling(file).normalize().toString())
        ? Optional.of(address(file) + relative.group("anchor"))
        : Optional.empty();
  }
}
