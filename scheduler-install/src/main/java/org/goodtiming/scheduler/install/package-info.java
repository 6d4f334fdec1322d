/** Sets up what an installation needs: roles and schema of its database, and its broker. */
@NullMarked
package org.goodtiming.scheduler.install;

import org.jspecify.annotations.NullMarked;
