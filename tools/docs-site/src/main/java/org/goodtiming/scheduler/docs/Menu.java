package org.goodtiming.scheduler.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The menu of each page: the headings of the first page, and the pages that it names under each.
 *
 * @param groups in their order
 */
record Menu(List<Group> groups) {

  private static final Pattern HEADING_OR_LINK =
      Pattern.compile("(?m)^## (.*)$|]\\(([\\w./-]+\\.md)\\)");

  /**
   * @param pages each once
   */
  record Group(String heading, List<Page> pages) {}

  /**
   * @param readme Markdown of the first page
   */
  static Menu of(String readme, List<Page> pages) {
    List<Group> groups = new ArrayList<>();
    List<Page> left = new ArrayList<>(pages);
    for (MatchResult found : HEADING_OR_LINK.matcher(readme).results().toList()) {
      if (found.group(1) != null) {
        groups.add(new Group(found.group(1), new ArrayList<>()));
      } else if (!groups.isEmpty()) {
        String address = Links.address(found.group(2));
        left.stream()
            .filter(page -> page.address().equals(address))
            .findFirst()
            .ifPresent(
                page -> {
                  left.remove(page);
                  groups.get(groups.size() - 1).pages().add(page);
                });
      }
    }
    return new Menu(groups);
  }
}
