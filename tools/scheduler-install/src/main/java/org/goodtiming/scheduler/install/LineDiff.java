package org.goodtiming.scheduler.install;

import java.util.ArrayList;
import java.util.List;

/** The lines in which two texts differ, with one line of each side of a change. */
final class LineDiff {
  private final List<String> before;
  private final List<String> after;

  LineDiff(String before, String after) {
    this.before = before.lines().toList();
    this.after = after.lines().toList();
  }

  /** Lines that begin with {@code -}, {@code +}, or a space. */
  List<String> lines() {
    List<String> all = all(common());
    List<String> shown = new ArrayList<>();
    for (int at = 0; at < all.size(); at++) {
      boolean near = isChange(all, at - 1) || isChange(all, at) || isChange(all, at + 1);
      if (near) {
        shown.add(all.get(at));
      }
    }
    return shown;
  }

  private static boolean isChange(List<String> lines, int at) {
    return at >= 0 && at < lines.size() && !lines.get(at).startsWith(" ");
  }

  /** The length of the longest common part from each pair of lines on. */
  private int[][] common() {
    int[][] common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    return common;
  }

  private List<String> all(int[][] common) {
    List<String> lines = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
        lines.add(" " + before.get(i));
        i++;
        j++;
      } else if (j == after.size() || i < before.size() && common[i + 1][j] >= common[i][j + 1]) {
        lines.add("-" + before.get(i++));
      } else {
        lines.add("+" + after.get(j++));
      }
    }
    return lines;
  }
}
