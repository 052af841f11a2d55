/**
 * What happens to a connection. `drop-before`: it ends, and what follows never arrives. `drop-after`: what follows
 * arrives, and the connection ends in place of the answer. `delay`: nothing passes either way for `delay` milliseconds.
 * `reset`: both ends get a reset at once. `freeze`: nothing passes either way, not even an end, until the proxy is
 * healed; then everything does, late. `garbage`: what follows arrives, and the answer is `garbage`.
 */
export interface Fault {
  readonly kind: 'drop-before' | 'drop-after' | 'delay' | 'reset' | 'freeze' | 'garbage';
  /** The fault begins after so many bytes of clients, counted over all connections from when it was armed. */
  readonly at: number;
  /** The fault begins after the whole write that has this byte, such as a whole question to a database. */
  readonly isBehindWrite?: boolean | undefined;
  /** Milliseconds of `delay`. */
  readonly delay?: number | undefined;
  /** The answer of `garbage`. */
  readonly garbage?: Uint8Array | undefined;
}
