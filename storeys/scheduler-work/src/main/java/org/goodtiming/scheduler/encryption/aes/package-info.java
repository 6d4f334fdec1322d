/** Encrypts and decrypts with the keys of the node. */
@NullMarked
package org.goodtiming.scheduler.encryption.aes;

import org.jspecify.annotations.NullMarked;
