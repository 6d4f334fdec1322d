package org.goodtiming.scheduler.operations.row;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list whose rows are ordered by a number, the largest first.
 *
 * @param next the last number of this page; null if this is the last page
 */
public record RowPage(List<Row> rows, @Nullable Long next) {

  /**
   * Makes a page of the rows found, which may be one more than the page has.
   *
   * @param number name of the column that gives the order
   */
  public static RowPage of(List<Row> found, int size, String number) {
    if (found.size() <= size) {
      return new RowPage(found, null);
    }
    return new RowPage(found.subList(0, size), found.get(size - 1).number(number));
  }
}
