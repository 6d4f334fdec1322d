package org.goodtiming.scheduler.recovery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.HexFormat;

/**
 * A branch of a transaction, as Payara's transaction manager numbers them.
 *
 * @param gtrid the global transaction's id in hexadecimal digits, the same on both sides
 * @param node the node whose transaction manager began it
 * @param index 0 for the first resource that took part; they prepare and commit in this order
 */
record BranchId(String gtrid, String node, int index) {

  /** The set-up of the server puts it behind the node's name; see pre-boot.asadmin. */
  private static final char END_OF_NAME = '~';

  boolean isOf(String someNode) {
    return node.equals(someNode);
  }

  static BranchId of(byte[] gtrid, byte[] qualifier) {
    String text = new String(qualifier, ISO_8859_1);
    int end = text.indexOf(END_OF_NAME);
    return new BranchId(
        HexFormat.of().formatHex(gtrid),
        end < 0 ? text : text.substring(0, end),
        qualifier.length == 0 ? 0 : qualifier[qualifier.length - 1]);
  }
}
