package org.goodtiming.scheduler.benchmarks.report;

import java.util.List;
import java.util.Locale;

/**
 * Horizontal bars as an SVG document, legible on light and dark pages alike.
 *
 * @param title above the bars
 * @param scale how long they are
 */
record BarChart(String title, Scale scale, List<Bar> bars) {
  private static final int WIDTH = 760;
  private static final int LABELS = 210;
  private static final int FIGURES = 110;
  private static final int LONGEST = WIDTH - LABELS - FIGURES;
  private static final int TOP = 44;
  private static final int STEP = 30;
  private static final int THICKNESS = 20;

  // One step of the logarithmic scale is as much as the tenth of the next.
  private static final double DECADE = 10;

  enum Scale {
    LINEAR,
    LOGARITHMIC
  }

  /**
   * A figure.
   *
   * @param text what stands at its end
   * @param ours whether it is shown in the stronger colour
   */
  record Bar(String label, double value, String text, boolean ours) {}

  String svg() {
    var height = TOP + bars.size() * STEP + 10;
    var svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s">
        <style>
          .page { fill: #ffffff } .ours { fill: #0b6e4f } .other { fill: #9aa5b1 }
          text { fill: #1f2933; font: 14px sans-serif } .title { font-weight: bold; font-size: 15px }
          @media (prefers-color-scheme: dark) {
            .page { fill: #0d1117 } .ours { fill: #3fb98a } .other { fill: #6b7683 } text { fill: #e6edf3 }
          }
        </style>
        <rect class="page" width="100%%" height="100%%"/>
        <text class="title" x="10" y="24">%s</text>
        """
            .formatted(WIDTH, height, escaped(title), escaped(title)));
    for (int row = 0; row < bars.size(); row++) {
      svg.append(row(bars.get(row), TOP + row * STEP));
    }
    return svg.append("</svg>\n").toString();
  }

  private String row(Bar bar, int y) {
    var length = length(bar.value());
    var baseline = y + THICKNESS - 5;
    return String.format(
        Locale.ROOT,
        """
        <text x="%d" y="%d" text-anchor="end">%s</text>
        <rect class="%s" x="%d" y="%d" width="%.1f" height="%d"/>
        <text x="%.1f" y="%d">%s</text>
        """,
        LABELS - 8,
        baseline,
        escaped(bar.label()),
        bar.ours() ? "ours" : "other",
        LABELS,
        y,
        length,
        THICKNESS,
        LABELS + length + 6,
        baseline,
        escaped(bar.text()));
  }

  private double length(double value) {
    var largest = bars.stream().mapToDouble(Bar::value).max().orElse(0);
    if (value <= 0 || largest <= 0) {
      return 0;
    }
    return switch (scale) {
      case LINEAR -> LONGEST * value / largest;
      case LOGARITHMIC -> LONGEST * decades(value) / decades(largest);
    };
  }

  // Counted from a tenth of the smallest, so that the smallest has a bar, too.
  private double decades(double value) {
    var smallest = bars.stream().mapToDouble(Bar::value).filter(one -> one > 0).min().orElse(value);
    return Math.log10(DECADE * value / smallest);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
