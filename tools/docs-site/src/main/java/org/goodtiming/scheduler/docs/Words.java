package org.goodtiming.scheduler.docs;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** Collects the words of nodes, without markup. */
class Words extends AbstractVisitor {

  private StringBuilder text = new StringBuilder();

  static String of(Node parent) {
    Words words = new Words();
    words.visitChildren(parent);
    return words.text.toString().strip();
  }

  /** Collects the following text into this builder. */
  final void collectInto(StringBuilder next) {
    text = next;
  }

  @Override
  public void visit(Text node) {
    text.append(node.getLiteral());
  }

  @Override
  public void visit(Code node) {
    text.append(node.getLiteral());
  }

  @Override
  public void visit(FencedCodeBlock node) {
    text.append(' ').append(node.getLiteral());
  }

  @Override
  public void visit(SoftLineBreak node) {
    text.append(' ');
  }

  @Override
  public void visit(Paragraph node) {
    text.append(' ');
    visitChildren(node);
  }

  /** A row or a cell. */
  @Override
  public void visit(CustomNode node) {
    text.append(' ');
    visitChildren(node);
  }
}
