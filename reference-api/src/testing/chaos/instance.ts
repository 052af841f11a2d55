import { writeFileSync } from 'node:fs';
import { HOUR } from '../../core/time/clock.ts';
import { endChild, type ChildServer } from '../child-server.ts';
import { FaultProxy } from '../faults/fault-proxy.ts';
import { waitUntil } from '../wait-until.ts';

/** Starts a process of the API whose clock is wrong by what a file says. */
type Start = (clockFile: string) => Promise<ChildServer>;

const targetOf = ({ address }: ChildServer) => ({ port: Number(new URL(address).port), host: '127.0.0.1' });

/** An instance of the API behind its proxy. */
export class Instance {
  readonly #killed = new WeakSet<ChildServer>();
  #child: ChildServer;

  private constructor(
    child: ChildServer,
    readonly proxy: FaultProxy,
    private readonly clockFile: string,
    private readonly begin: Start,
    /** Called when a process ends that nobody has killed. */
    private readonly onEnd: (how: string) => void,
  ) {
    this.#child = this.#watched(child);
  }

  static async start(clockFile: string, start: Start, onEnd: (how: string) => void): Promise<Instance> {
    writeFileSync(clockFile, '0');
    const child = await start(clockFile);
    return new Instance(child, await FaultProxy.start(targetOf(child)), clockFile, start, onEnd);
  }

  /** Sets its clock wrong by `hours`. */
  stepClock(hours: number): void {
    writeFileSync(this.clockFile, String(hours * HOUR));
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.process.kill(signal);
  }

  /** Returns the status of `/readyz`; undefined if nothing answers in time. */
  async readiness(): Promise<number | undefined> {
    try {
      return (await fetch(`${this.#child.address}/readyz`, { signal: AbortSignal.timeout(5000) })).status;
    } catch {
      // A process that is down is not ready.
      return undefined;
    }
  }

  async kill(): Promise<void> {
    this.#killed.add(this.#child);
    if (this.#child.process.exitCode === null) await endChild(this.#child, 'SIGKILL');
  }

  /** Kills it and starts it as systemd does: again, as long as it ends because it cannot reach its database. */
  async restart(): Promise<void> {
    await this.kill();
    await waitUntil('an instance starts', async () => {
      try {
        this.#child = this.#watched(await this.begin(this.clockFile));
        this.proxy.target = targetOf(this.#child);
        return undefined;
      } catch (error) {
        return String(error);
      }
    });
  }

  #watched(child: ChildServer): ChildServer {
    let last = '';
    child.process.stderr?.on('data', (text: Buffer) => {
      last = `${last}${text.toString()}`.slice(-2000);
    });
    child.process.once('close', (code, signal) => {
      if (!this.#killed.has(child)) this.onEnd(`a process ended by itself (${code ?? signal}): ${last}`);
    });
    return child;
  }
}
