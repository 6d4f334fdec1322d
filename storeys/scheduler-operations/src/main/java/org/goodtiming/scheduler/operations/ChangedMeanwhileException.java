package org.goodtiming.scheduler.operations;

import jakarta.ejb.ApplicationException;

/** Refuses a change of a row that has changed since the caller read it. */
@ApplicationException(rollback = true)
public final class ChangedMeanwhileException extends RuntimeException {

  private static final long serialVersionUID = 1L;
}
