package org.goodtiming.scheduler.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A statement's text as JDBC reads it, and whose values its parameters have.
 *
 * @param text with {@code ?} in place of each name
 * @param names in the order of the parameters; an empty one is a {@code ?} of the original text
 */
record NamedParameters(String text, List<String> names) {

  /** Statements with conditions have many texts: further ones are read each time. */
  private static final int MOST_KEPT = 2_000;

  private static final Map<String, NamedParameters> READ = new ConcurrentHashMap<>();

  /** Literals and comments are skipped, and so is the {@code ::} of a cast. */
  private static final Pattern PART =
      Pattern.compile("'(?:[^']|'')*'|--[^\n]*|::|\\?|:(?<name>[a-z][a-z0-9_]*)");

  static NamedParameters of(String text) {
    NamedParameters known = READ.get(text);
    if (known != null) {
      return known;
    }
    NamedParameters read = read(text);
    if (READ.size() < MOST_KEPT) {
      READ.put(text, read);
    }
    return read;
  }

  private static NamedParameters read(String text) {
    StringBuilder read = new StringBuilder();
    List<String> names = new ArrayList<>();
    Matcher part = PART.matcher(text);
    while (part.find()) {
      String name = part.group("name");
      if (name != null) {
        names.add(name);
      } else if (part.group().equals("?")) {
        names.add("");
      }
      part.appendReplacement(read, name == null ? Matcher.quoteReplacement(part.group()) : "?");
    }
    return new NamedParameters(part.appendTail(read).toString(), List.copyOf(names));
  }

  /**
   * @throws IllegalStateException unless the text has one parameter, in one or more places
   */
  String onlyName() {
    Set<String> different = Set.copyOf(names);
    if (different.size() != 1) {
      throw new IllegalStateException("not one parameter but %s: %s".formatted(different, text));
    }
    return names.get(0);
  }

  /** In the order of the parameters. */
  List<@Nullable Object> values(
      Map<String, @Nullable Object> named, List<@Nullable Object> unnamed) {
    Set<String> wanted = new HashSet<>(names);
    wanted.remove("");
    if (!wanted.equals(named.keySet())) {
      throw new IllegalStateException(
          "the statement has the parameters %s, not %s".formatted(wanted, named.keySet()));
    }
    Iterator<@Nullable Object> others = unnamed.iterator();
    List<@Nullable Object> values = new ArrayList<>();
    for (String name : names) {
      values.add(name.isEmpty() ? others.next() : named.get(name));
    }
    return values;
  }
}
