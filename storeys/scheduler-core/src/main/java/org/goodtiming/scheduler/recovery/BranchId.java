package org.goodtiming.scheduler.recovery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A branch of a transaction, as its transaction manager names it.
 *
 * @param gtrid the global transaction's id in hexadecimal digits, the same on both sides
 * @param node the node whose transaction manager began it; {@link #UNKNOWN} if the ids do not tell
 * @param index 0 for the first resource that took part; they prepare and commit in this order;
 *     {@link #NO_INDEX} if the ids do not tell
 */
record BranchId(String gtrid, String node, int index) {

  /** No name of a node. */
  static final String UNKNOWN = "(unknown)";

  static final int NO_INDEX = -1;

  /** The format of Payara's ids: JTS. */
  private static final int PAYARA = 0x4A5453;

  /** The set-up of Payara puts it behind the node's name; see pre-boot.asadmin. */
  private static final char END_OF_NAME = '~';

  /**
   * The format of Narayana's ids, which WildFly has. Open Liberty's (0x57415344) and all others do
   * not tell the node.
   */
  private static final int NARAYANA = 0x20005;

  /** Narayana's id of the transaction, before the node's name. */
  private static final int NARAYANA_ID_BYTES = 28;

  /** Text that a column can store; foreign servers may prepare branches with other ids. */
  private static final Pattern PRINTABLE = Pattern.compile("[ -~]+");

  boolean isOf(String someNode) {
    return node.equals(someNode);
  }

  BranchId ofNode(String named) {
    return new BranchId(gtrid, named, index);
  }

  /**
   * @param format of the ids, by which transaction managers tell their own from others
   */
  static BranchId of(int format, byte[] gtrid, byte[] qualifier) {
    String node =
        switch (format) {
          case PAYARA -> nameInQualifier(new String(qualifier, ISO_8859_1));
          case NARAYANA -> tail(gtrid);
          default -> UNKNOWN;
        };
    return new BranchId(
        HexFormat.of().formatHex(gtrid),
        PRINTABLE.matcher(node).matches() ? node : UNKNOWN,
        format == PAYARA && qualifier.length > 0 ? qualifier[qualifier.length - 1] : NO_INDEX);
  }

  private static String nameInQualifier(String qualifier) {
    int end = qualifier.indexOf(END_OF_NAME);
    return end < 0 ? UNKNOWN : qualifier.substring(0, end);
  }

  private static String tail(byte[] gtrid) {
    return gtrid.length <= NARAYANA_ID_BYTES
        ? UNKNOWN
        : new String(gtrid, NARAYANA_ID_BYTES, gtrid.length - NARAYANA_ID_BYTES, ISO_8859_1);
  }
}
