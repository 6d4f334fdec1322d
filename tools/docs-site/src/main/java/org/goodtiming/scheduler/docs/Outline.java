package org.goodtiming.scheduler.docs;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

/** Divides a page into sections, and gives each its anchor. */
final class Outline extends Words {

  /** A message code, or a setting. */
  private static final Pattern SUBJECT = Pattern.compile("[A-Z]+-\\d+|scheduler(\\.[\\w-]+)+");

  private final IdGenerator ids = IdGenerator.builder().build();
  private final Map<Node, String> anchors = new IdentityHashMap<>();
  private final List<Section> sections = new ArrayList<>();
  private StringBuilder textOfHeading = new StringBuilder();

  List<Section> sections() {
    return sections;
  }

  Optional<String> anchor(Node node) {
    return Optional.ofNullable(anchors.get(node));
  }

  @Override
  public void visit(Heading heading) {
    String title = Words.of(heading);
    begin(heading, heading.getLevel(), ids.generateId(title), List.of(title));
    textOfHeading = sections.get(sections.size() - 1).text();
  }

  @Override
  public void visit(CustomNode node) {
    if (node instanceof TableRow) {
      List<String> subjects = List.of(Words.of(node.getFirstChild()).split(",\\s*"));
      String anchor = subjects.get(0);
      if (subjects.stream().allMatch(subject -> SUBJECT.matcher(subject).matches())
          && !anchors.containsValue(anchor)) {
        begin(node, Section.ROW, anchor, subjects);
      }
    }
    super.visit(node);
  }

  /** What follows a table belongs to the heading above it, not to its last row. */
  @Override
  public void visit(CustomBlock table) {
    super.visit(table);
    collectInto(textOfHeading);
  }

  private void begin(Node node, int level, String anchor, List<String> headings) {
    StringBuilder text = new StringBuilder();
    anchors.put(node, anchor);
    headings.forEach(heading -> sections.add(new Section(level, heading, anchor, text)));
    collectInto(text);
  }
}
