package org.goodtiming.scheduler.operations;

import jakarta.ejb.ApplicationException;

/** The job is not the one that the caller has seen. */
@ApplicationException(rollback = true)
public final class ChangedMeanwhileException extends RuntimeException {

  private static final long serialVersionUID = 1L;
}
