package org.goodtiming.scheduler.benchmarks.peers;

/**
 * A command to a contender.
 *
 * @param jobs number of jobs
 * @param limitSeconds time after which no job is begun, so that a slow machine does fewer
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
    /** Register jobs that are due after a number of seconds. */
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
