package org.goodtiming.scheduler.recovery;

import java.util.Base64;
import java.util.Optional;

/**
 * A prepared transaction of the database.
 *
 * @param gid its name in pg_prepared_xacts
 * @param transaction the low 32 bits of the database's own id of it
 * @param ours whether the scheduler's role prepared it
 */
record DatabaseBranch(BranchId id, String gid, long transaction, boolean ours) {

  /** Empty for one that no transaction manager prepared through the driver. */
  static Optional<DatabaseBranch> of(String gid, long transaction, boolean ours) {
    // The driver's name for a branch: FORMAT_GTRID_QUALIFIER, the latter two in base64
    String[] parts = gid.split("_");
    if (parts.length != 3 || !parts[0].matches("-?\\d+")) {
      return Optional.empty();
    }
    try {
      Base64.Decoder base64 = Base64.getDecoder();
      BranchId id =
          BranchId.of(Integer.parseInt(parts[0]), base64.decode(parts[1]), base64.decode(parts[2]));
      return Optional.of(new DatabaseBranch(id, gid, transaction, ours));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
