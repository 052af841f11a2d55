import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';

/**
 * What happens to a connection. `drop-before`: it ends, and what follows never arrives. `drop-after`: what follows
 * arrives, and the connection ends in place of the answer. `delay`: nothing passes either way for `delay` milliseconds.
 * `reset`: both ends get a reset at once. `freeze`: nothing passes either way, not even an end, until the proxy is
 * healed; then everything does, late. `garbage`: what follows arrives, and the answer is `garbage`.
 */
export interface Fault {
  readonly kind?: 'drop-before' | 'drop-after' | 'delay' | 'reset' | 'freeze' | 'garbage' | undefined;
  /** The fault begins after so many bytes of clients, counted over all connections from when it was armed. */
  readonly at: number;
  /** The fault begins after the whole write that has this byte, such as a whole question to a database. */
  readonly isBehindWrite?: boolean | undefined;
  /** Milliseconds of `delay`. */
  readonly delay?: number | undefined;
  /** The answer of `garbage`. */
  readonly garbage?: Uint8Array | undefined;
}

/** One connection through a proxy: a client's end and the server's. */
class Link {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #isLocal: boolean;
  /** `held`: nothing passes yet; `unheard`: the answer is dropped; `over`: only ends pass; `broken`: nothing passes. */
  #mode: 'open' | 'held' | 'unheard' | 'over' | 'broken' = 'open';
  /** What came while the connection was held, in order. */
  #held: (() => void)[] = [];
  /** What comes in place of the answer; without it, the connection ends. */
  #garbage: Uint8Array | undefined;

  /** Calls `meet` with what the client sends; `meet` passes it on. */
  constructor(client: Socket, target: NetConnectOpts, meet: (link: Link, bytes: Buffer) => void) {
    this.#client = client;
    this.#isLocal = 'path' in target;
    this.#server = connect({ ...target, allowHalfOpen: true });
    this.#follow(client, this.#server, (bytes) => meet(this, bytes));
    this.#follow(this.#server, client, (bytes) => this.#answer(bytes));
  }

  /** True once both ends have closed. */
  get isClosed(): boolean {
    return this.#client.closed && this.#server.closed;
  }

  /** True while only one end has closed: what the connection carried may still be on its way. */
  get isLeaving(): boolean {
    return !this.isClosed && [this.#client, this.#server].some(({ readableEnded, closed }) => readableEnded || closed);
  }

  /** Forwards bytes of the client, as far as the connection's fault allows. */
  pass(bytes: Buffer): void {
    this.#whenFree(() => {
      if (bytes.length > 0 && this.#mode !== 'over') this.#server.write(bytes);
    });
  }

  /** Gives the connection a fault from here on, unless it has one already. */
  suffer({ kind, delay, garbage }: Fault): void {
    if (this.#mode !== 'open' || kind === undefined) return;
    if (kind === 'drop-after' || kind === 'garbage') {
      this.#mode = 'unheard';
      if (kind === 'garbage') this.#garbage = garbage;
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
    if (this.#garbage) this.#client.end(this.#garbage);
    else this.#client.destroy();
    this.#mode = 'over';
    this.#server.destroy();
  }

  #whenFree(act: () => void): void {
    if (this.#mode === 'held') this.#held.push(act);
    else if (this.#mode !== 'broken') act();
  }

  /** Takes what one side sends, and passes its end on to the other, after what is on its way. */
  #follow(from: Socket, to: Socket, take: (bytes: Buffer) => void): void {
    from.on('data', (bytes: Buffer) => this.#whenFree(() => take(bytes)));
    // After an error, the socket closes too.
    from.on('error', () => undefined);
    from.on('end', () => this.#whenFree(() => to.end()));
    from.on('close', () => this.#whenFree(() => to.end(() => to.destroy())));
  }
}

/** Forwards TCP connections and applies armed faults: the same bytes meet the same fault. */
export class FaultProxy {
  readonly #server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
  #links: Link[] = [];
  /** What waits for a byte to pass. */
  #waiting: { left: number; readonly fault: Fault; readonly act: () => void }[] = [];
  #isCut = false;

  /** `target` is where connections go from now on. */
  private constructor(public target: NetConnectOpts) {}

  static async start(target: NetConnectOpts): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Counts connections of which only one end has closed. */
  get leaving(): number {
    return this.#links.filter(({ isLeaving }) => isLeaving).length;
  }

  /** Arms a fault, which waits for its byte; calls `act` when it begins. Without a kind, that is all that happens. */
  arm(fault: Fault, act: () => void = () => undefined): void {
    this.#waiting.push({ left: fault.at, fault, act });
  }

  /** Breaks off every connection, and accepts no other until the proxy is healed. */
  cut(): void {
    this.#isCut = true;
    for (const link of this.#links) link.destroy();
  }

  /** Takes back what still waits, and lets frozen connections go on. */
  heal(): void {
    this.#isCut = false;
    this.#waiting = [];
    this.#links = this.#links.filter(({ isClosed }) => !isClosed);
    for (const link of this.#links) link.thaw();
  }

  async close(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    for (const link of this.#links) link.destroy();
    await closed;
  }

  #accept(client: Socket): void {
    if (this.#isCut) client.destroy();
    else this.#links.push(new Link(client, this.target, (link, bytes) => this.#meet(link, bytes)));
  }

  /** Takes bytes of a client: those before a fault pass, those after the fault meet it. */
  #meet(link: Link, bytes: Buffer): void {
    const due = this.#waiting.filter(({ left }) => left < bytes.length).toSorted((one, other) => one.left - other.left);
    this.#waiting = this.#waiting.filter(({ left }) => left >= bytes.length);
    for (const waiting of this.#waiting) waiting.left -= bytes.length;
    let passed = 0;
    for (const { left, fault, act } of due) {
      const end = fault.isBehindWrite === true ? bytes.length : Math.max(left, passed);
      link.pass(bytes.subarray(passed, end));
      passed = end;
      link.suffer(fault);
      act();
    }
    link.pass(bytes.subarray(passed));
  }
}
