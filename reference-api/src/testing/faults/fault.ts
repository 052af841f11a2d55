/**
 * What happens to a connection. `drop-before`: it ends, and what follows never arrives. `drop-after`: it arrives, and
 * the connection ends in place of the answer. `delay`: nothing passes either way for `delay` milliseconds. `reset`:
 * both ends are told so at once. `freeze`: nothing passes either way, nor does an end, until the proxy is healed; then
 * all of it does, late. `garbage`: it arrives, and the answer is `garbage`.
 */
export interface Fault {
  readonly kind: 'drop-before' | 'drop-after' | 'delay' | 'reset' | 'freeze' | 'garbage';
  /** It begins after so many bytes of clients, counted over all connections from when it was armed. */
  readonly at: number;
  /** It begins behind what the client has written together with that byte, such as a whole question to a database. */
  readonly isBehindWrite?: boolean | undefined;
  /** Of `delay`, in milliseconds. */
  readonly delay?: number | undefined;
  /** Of `garbage`. */
  readonly garbage?: Uint8Array | undefined;
}
