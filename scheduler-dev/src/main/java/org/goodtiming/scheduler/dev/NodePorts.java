package org.goodtiming.scheduler.dev;

/**
 * Where a node listens: for users, for administration, and for remote EJB calls, which nobody
 * makes.
 */
record NodePorts(int http, int admin, int iiop) {}
