package org.goodtiming.scheduler.docs;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Puts a page into its frame.
 *
 * @param frame HTML with placeholders <code>{{name}}</code>
 */
record Template(String frame, Menu menu) {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(\\w+)}}");
  private static final int LEVEL_OF_CONTENTS = 2;

  String fill(Page page) {
    String root = "../".repeat((int) page.address().chars().filter(c -> c == '/').count());
    Map<String, String> values =
        Map.of(
            "title", escape(page.title()),
            "root", root,
            "menu", menu(root, page),
            "contents", contents(page),
            "text", page.html());
    return PLACEHOLDER
        .matcher(frame)
        .replaceAll(found -> Matcher.quoteReplacement(values.get(found.group(1))));
  }

  private String menu(String root, Page page) {
    return menu.groups().stream()
        .map(
            group ->
                group.pages().stream()
                    .map(each -> link(root + each.address(), each.title(), each.equals(page)))
                    .collect(
                        Collectors.joining(
                            "", "<h2>" + escape(group.heading()) + "</h2><ul>", "</ul>\n")))
        .collect(Collectors.joining());
  }

  private static String contents(Page page) {
    return page.sections().stream()
        .filter(section -> section.level() == LEVEL_OF_CONTENTS)
        .map(section -> link('#' + section.anchor(), section.heading(), false))
        .collect(Collectors.joining());
  }

  private static String link(String address, String text, boolean current) {
    return "<li><a href=\"%s\"%s>%s</a></li>"
        .formatted(escape(address), current ? " aria-current=\"page\"" : "", escape(text));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
