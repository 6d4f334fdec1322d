package org.goodtiming.scheduler.gettingstarted;

import java.util.ArrayList;
import java.util.List;

/** A page of Markdown that a reader follows from its beginning to its end. */
record Page(List<Block> blocks) {
  private static final String FENCE = "```";

  static Page parse(String markdown) {
    var blocks = new ArrayList<Block>();
    var caption = "";
    var lines = markdown.lines().iterator();
    while (lines.hasNext()) {
      var line = lines.next();
      if (line.startsWith(FENCE)) {
        var text = new StringBuilder();
        for (var next = lines.next(); !next.equals(FENCE); next = lines.next()) {
          text.append(next).append('\n');
        }
        blocks.add(new Block(line.substring(FENCE.length()), caption, text.toString()));
        caption = "";
      } else if (!line.isBlank()) {
        caption = line.strip();
      }
    }
    return new Page(blocks);
  }
}
