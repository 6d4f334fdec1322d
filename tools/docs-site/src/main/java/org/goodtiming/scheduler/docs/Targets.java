package org.goodtiming.scheduler.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/** Turns links to files of the repository into links of the site, or into mere text. */
final class Targets extends AbstractVisitor {

  private final String page;
  private final Links links;
  private final List<String> pictures = new ArrayList<>();

  Targets(String page, Links links) {
    this.page = page;
    this.links = links;
  }

  /** The files of the pictures of the page, relative to the first page. */
  List<String> pictures() {
    return pictures;
  }

  @Override
  public void visit(Link link) {
    visitChildren(link);
    links
        .resolve(page, link.getDestination())
        .ifPresentOrElse(link::setDestination, () -> unwrap(link));
  }

  @Override
  public void visit(Image image) {
    pictures.add(Path.of(page).resolveSibling(image.getDestination()).normalize().toString());
  }

  private static void unwrap(Link link) {
    for (Node child = link.getFirstChild(); child != null; child = link.getFirstChild()) {
      link.insertBefore(child);
    }
    link.unlink();
  }
}
