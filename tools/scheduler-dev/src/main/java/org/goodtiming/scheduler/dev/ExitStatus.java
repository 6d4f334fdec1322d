package org.goodtiming.scheduler.dev;

/** Describes the end of a process. */
record ExitStatus(int value) {
  private static final int SIGNAL = 128;
  private static final int KILL = 9;

  @Override
  public String toString() {
    if (value <= SIGNAL) {
      return "exit status " + value;
    }
    var signal = value - SIGNAL;
    return "killed by signal " + signal + (signal == KILL ? OUT_OF_MEMORY : "");
  }

  private static final String OUT_OF_MEMORY =
      ": the system does that when memory runs out, see 'dmesg'";
}
