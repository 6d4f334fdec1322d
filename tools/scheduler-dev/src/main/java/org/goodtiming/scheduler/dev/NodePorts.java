package org.goodtiming.scheduler.dev;

/** Where a node listens: for users, for administration, and for those who ask for its health. */
record NodePorts(int http, int admin, int health) {}
