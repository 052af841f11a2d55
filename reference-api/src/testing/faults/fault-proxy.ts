import { once } from 'node:events';
import { createServer, type AddressInfo, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { type Fault, Link } from './link.ts';

/** An action that waits for a byte to pass. */
interface Waiting {
  left: number;
  /** Undefined for an action elsewhere. */
  readonly fault: Fault | undefined;
  readonly act: () => void;
}

/** Forwards TCP connections and applies armed faults: the same bytes meet the same fault. */
export class FaultProxy {
  /** Where connections go from now on. */
  target: NetConnectOpts;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #waiting: Waiting[] = [];
  #isCut = false;

  private constructor(target: NetConnectOpts) {
    this.target = target;
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
  }

  static async start(target: NetConnectOpts): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Counts connections of which only one end has closed: what they carried may still be on its way. */
  get leaving(): number {
    return [...this.#links].filter(({ isLeaving }) => isLeaving).length;
  }

  /** Arms a fault, which waits for its byte; calls `then` when it begins. */
  arm(fault: Fault, then: () => void = () => undefined): void {
    this.#waiting.push({ left: fault.at, fault, act: then });
  }

  /** Calls back once so many bytes of clients have passed from now on. */
  after(bytes: number, act: () => void): void {
    this.#waiting.push({ left: bytes, fault: undefined, act });
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
    for (const link of this.#links) link.thaw();
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const link of this.#links) link.destroy();
    await closed;
  }

  #accept(client: Socket): void {
    if (this.#isCut) return void client.destroy();
    const link = new Link(client, this.target, (bytes) => this.#meet(link, bytes));
    this.#links.add(link);
    link.onClose(() => this.#links.delete(link));
  }

  /** Takes bytes of a client: those before a fault pass, those after the fault meet it. */
  #meet(link: Link, bytes: Buffer): void {
    const due = this.#waiting.filter(({ left }) => left < bytes.length).toSorted((one, other) => one.left - other.left);
    this.#waiting = this.#waiting.filter(({ left }) => left >= bytes.length);
    for (const waiting of this.#waiting) waiting.left -= bytes.length;
    let passed = 0;
    for (const { left, fault, act } of due) {
      const end = fault?.isBehindWrite === true ? bytes.length : Math.max(left, passed);
      link.pass(bytes.subarray(passed, end));
      passed = end;
      if (fault) link.suffer(fault);
      act();
    }
    link.pass(bytes.subarray(passed));
  }
}
