package org.goodtiming.scheduler.benchmarks.peers;

/**
 * What a contender is told to do.
 *
 * @param jobs how many
 * @param limitSeconds after which nothing more is begun, so that a slow machine does fewer
 */
record Command(Word word, int jobs, int limitSeconds) {

  /** The commands there are. */
  enum Word {
    REGISTER,
    REGISTER_BULK,
    DRAIN,
    RECURRING,
    LATENESS,
    ADD_WAITING,
    /** Register jobs that are due after so many seconds. */
    FILL,
    /** Begin to hand out and to book arrivals, and go on after the answer. */
    HAND_OUT
  }

  static Command parse(String line) {
    var parts = line.split(" ");
    return new Command(
        Word.valueOf(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }

  String format() {
    return word + " " + jobs + " " + limitSeconds;
  }
}
