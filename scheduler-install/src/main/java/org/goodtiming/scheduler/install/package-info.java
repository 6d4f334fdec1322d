/** Sets up what an installation needs: today the roles and the schema of its database. */
@NullMarked
package org.goodtiming.scheduler.install;

import org.jspecify.annotations.NullMarked;
