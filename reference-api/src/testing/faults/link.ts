import { connect, type NetConnectOpts, type Socket } from 'node:net';

/**
 * `held`: nothing passes yet; `unheard`: the answer is dropped; `garbled`: the answer is replaced; `over`: only ends
 * pass; `broken`: nothing passes.
 */
type Mode = 'open' | 'held' | 'unheard' | 'garbled' | 'over' | 'broken';

/** One connection through a proxy: a client's end and the server's. */
export class Link {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #isLocal: boolean;
  #mode: Mode = 'open';
  /** What came while the connection was held, in order. */
  #held: (() => void)[] = [];
  #garbage: Uint8Array = Buffer.of();
  /** True once an end has closed. */
  isLeaving = false;

  /** Calls `meet` with what the client sends; `meet` passes it on. */
  constructor(client: Socket, target: NetConnectOpts, meet: (bytes: Buffer) => void) {
    this.#client = client;
    this.#isLocal = 'path' in target;
    this.#server = connect({ ...target, allowHalfOpen: true });
    this.#follow(client, this.#server, meet);
    this.#follow(this.#server, client, (bytes) => this.#answer(bytes));
  }

  /** Calls back when both ends are closed. */
  onClose(act: () => void): void {
    let open = 2;
    for (const socket of [this.#client, this.#server])
      socket.on('close', () => {
        open -= 1;
        if (open === 0) act();
      });
  }

  /** Forwards bytes of the client, as far as the connection's fault allows. */
  pass(bytes: Buffer): void {
    if (bytes.length === 0 || this.#mode === 'over' || this.#mode === 'broken') return;
    if (this.#mode === 'held') this.#held.push(() => this.pass(bytes));
    else this.#server.write(bytes);
  }

  /** Gives the connection a fault from here on, unless it has one already. */
  suffer({ kind, delay = 0, garbage = Buffer.from('garbage') }: Fault): void {
    if (this.#mode !== 'open') return;
    if (kind === 'drop-after') this.#mode = 'unheard';
    else if (kind === 'garbage') {
      this.#mode = 'garbled';
      this.#garbage = garbage;
    } else if (kind === 'drop-before') {
      this.#mode = 'over';
      // What has passed arrives, and then the end.
      this.#server.end();
      this.#client.destroy();
    } else if (kind === 'reset') {
      this.#mode = 'broken';
      this.#client.resetAndDestroy();
      // A Unix socket has no reset.
      if (this.#isLocal) this.#server.destroy();
      else this.#server.resetAndDestroy();
    } else {
      this.#mode = 'held';
      if (kind === 'delay') setTimeout(() => this.thaw(), delay);
    }
  }

  /** Lets what is held go on. */
  thaw(): void {
    if (this.#mode !== 'held') return;
    this.#mode = 'open';
    for (const act of this.#held.splice(0)) this.#whenFree(act);
  }

  destroy(): void {
    this.#client.destroy();
    this.#server.destroy();
  }

  #answer(bytes: Buffer): void {
    if (this.#mode === 'over') return;
    if (this.#mode === 'open') return void this.#client.write(bytes);
    if (this.#mode === 'garbled') this.#client.end(this.#garbage);
    else this.#client.destroy();
    this.#mode = 'over';
    this.#server.destroy();
  }

  #whenFree(act: () => void): void {
    if (this.#mode === 'broken') return;
    if (this.#mode === 'held') this.#held.push(act);
    else act();
  }

  /** Takes what one side sends, and passes its end on to the other, after what is on its way. */
  #follow(from: Socket, to: Socket, take: (bytes: Buffer) => void): void {
    from.on('data', (bytes: Buffer) => this.#whenFree(() => take(bytes)));
    // After an error, the socket closes too.
    from.on('error', () => undefined);
    const leave = (act: () => void) => {
      this.isLeaving = true;
      this.#whenFree(act);
    };
    from.on('end', () => leave(() => to.end()));
    from.on('close', () => leave(() => to.end(() => to.destroy())));
  }
}

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
