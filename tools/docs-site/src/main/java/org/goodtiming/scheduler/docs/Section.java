package org.goodtiming.scheduler.docs;

/**
 * A part of a page that has an address.
 *
 * @param level of its heading, 1 for the title of the page; {@link #ROW} for the row of a table
 *     that explains a message code or a setting
 * @param anchor as GitHub makes it of a heading, or the first subject of the row
 * @param text without markup
 */
record Section(int level, String heading, String anchor, StringBuilder text) {

  static final int ROW = 7;
}
