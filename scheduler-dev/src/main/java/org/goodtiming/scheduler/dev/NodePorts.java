package org.goodtiming.scheduler.dev;

/** Where a node listens: for users and for administration. */
record NodePorts(int http, int admin) {}
