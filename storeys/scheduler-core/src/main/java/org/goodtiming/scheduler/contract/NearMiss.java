package org.goodtiming.scheduler.contract;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.WireContract;

/**
 * Misspelled property names of the contract: {@code Scheduler_delay}, {@code scheduler-delay},
 * {@code sheduler_delay}. Ignoring them would store a job without the intended property.
 */
final class NearMiss {

  private static final String WORD = "scheduler";
  private static final int MAX_TYPOS = 2;

  private final Set<String> fields;

  /**
   * @param names of the contract
   */
  NearMiss(Set<String> names) {
    fields = names.stream().map(NearMiss::field).collect(Collectors.toUnmodifiableSet());
  }

  boolean matches(String name) {
    return beginsWithWord(name) || isMisspelt(name);
  }

  /** Whether the letters begin with {@link #WORD}; ignores case and separators. */
  private static boolean beginsWithWord(String name) {
    int matched = 0;
    for (int i = 0; i < name.length() && matched < WORD.length(); i++) {
      char letter = Character.toLowerCase(name.charAt(i));
      if (letter == WORD.charAt(matched)) {
        matched++;
      } else if (Character.isLetterOrDigit(letter)) {
        return false;
      }
    }
    return matched == WORD.length();
  }

  private boolean isMisspelt(String name) {
    int end = separator(name);
    return Math.abs(end - WORD.length()) <= MAX_TYPOS
        && fields.contains(name.substring(end + 1).toLowerCase(Locale.ROOT))
        && typos(name.substring(0, end).toLowerCase(Locale.ROOT)) <= MAX_TYPOS;
  }

  private static int separator(String name) {
    for (int i = 0; i < name.length(); i++) {
      if ("_-.".indexOf(name.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  private static String field(String name) {
    return name.substring(WireContract.RESERVED_PREFIX.length()).toLowerCase(Locale.ROOT);
  }

  /** Levenshtein distance to {@link #WORD}, row by row. */
  private static int typos(String word) {
    int[] row = IntStream.rangeClosed(0, WORD.length()).toArray();
    for (int i = 1; i <= word.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= WORD.length(); j++) {
        int substituted = diagonal + (word.charAt(i - 1) == WORD.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[WORD.length()];
  }
}
