package org.goodtiming.scheduler.console;

import com.deque.html.axecore.args.AxeRunOptions;
import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.CheckedNode;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Page;
import java.util.List;
import java.util.Set;

/** Checks a page with axe. */
final class Accessibility {

  private static final Set<String> GRAVE = Set.of("serious", "critical");

  private Accessibility() {}

  /** The violations that keep people from using the page, with the elements. */
  static List<String> violations(Page page) {
    AxeRunOptions options = new AxeRunOptions();
    options.setResultTypes(List.of("violations"));
    // The other mode opens a second page, for frames of other origins
    AxeBuilder axe = new AxeBuilder(page).setLegacyMode(true).options(options);
    return axe.analyze().getViolations().stream()
        .filter(rule -> GRAVE.contains(rule.getImpact()))
        .map(Accessibility::text)
        .toList();
  }

  private static String text(Rule rule) {
    List<String> elements = rule.getNodes().stream().map(CheckedNode::getHtml).toList();
    return "%s (%s): %s %s".formatted(rule.getId(), rule.getImpact(), rule.getHelp(), elements);
  }
}
