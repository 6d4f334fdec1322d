package org.goodtiming.scheduler.benchmarks.raw;

import java.nio.ByteBuffer;
import java.util.UUID;
import javax.transaction.xa.Xid;

/** One side of a two-phase commit. */
record Branch(UUID transaction, byte number) implements Xid {

  @Override
  public int getFormatId() {
    return 0x424152;
  }

  @Override
  public byte[] getGlobalTransactionId() {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(transaction.getMostSignificantBits())
        .putLong(transaction.getLeastSignificantBits())
        .array();
  }

  @Override
  public byte[] getBranchQualifier() {
    return new byte[] {number};
  }
}
