package org.goodtiming.scheduler.docs;

import java.util.List;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A page of the site.
 *
 * @param address relative to the first page
 * @param html of its text
 * @param sections in their order; the first is that of the title
 * @param pictures that it shows, relative to the first page
 */
record Page(String address, String html, List<Section> sections, List<String> pictures) {

  private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

  static Page parse(String name, String markdown, Links links) {
    Node document = PARSER.parse(markdown);
    Targets targets = new Targets(name, links);
    document.accept(targets);
    Outline outline = new Outline();
    document.accept(outline);
    return new Page(
        Links.address(name), html(document, outline), outline.sections(), targets.pictures());
  }

  String title() {
    return sections.get(0).heading();
  }

  private static String html(Node document, Outline outline) {
    return HtmlRenderer.builder()
        .extensions(EXTENSIONS)
        .attributeProviderFactory(
            context ->
                (node, tag, attributes) ->
                    outline.anchor(node).ifPresent(anchor -> attributes.put("id", anchor)))
        .build()
        .render(document);
  }
}
