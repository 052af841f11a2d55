import { commandById, type CommandId } from '../../contract/index.ts';
import { createBatchRunner, type BatchVault, type BatchInput, type BatchRunner, type BatchState } from '../engine/index.ts';
import { SimulatedBrowser } from './simulated-browser.ts';
import { SimulatedServer } from './simulated-server.ts';
import { TestClock } from './test-clock.ts';

export const OPERATOR = 'operator@example.com';
/** Not divisible by three. */
const FIRST = 350_000_000_000_002;

/** So many IMEIs, in order; the simulated server knows the first two of every three. */
export function imeiList(length: number): Float64Array {
  return Float64Array.from({ length }, (_, index) => FIRST + index);
}

/** The text of the IMEI at an index of {@link imeiList}. */
export function imeiAt(index: number): string {
  return String(FIRST + index);
}

/** What a file of so many valid rows starts. */
export function inputOf(length: number, more: Partial<BatchInput> = {}): BatchInput {
  return { name: 'list.csv', rows: { imeis: imeiList(length) }, totals: { total: length + 3, valid: length, invalid: 2, duplicates: 1 }, ...more };
}

/** A vault of a session: not secret, but what it has sealed opens for that session, batch and place alone. */
export function vaultOf(session: string): BatchVault {
  const tag = (batchId: string, place: number): string => `${session}/${batchId}/${String(place)}:`;
  return {
    seal: (batchId, place, text) => Promise.resolve(tag(batchId, place) + Buffer.from(text).toString('base64')),
    open(batchId, place, sealed) {
      const mine = tag(batchId, place);
      return Promise.resolve(sealed.startsWith(mine) ? Buffer.from(sealed.slice(mine.length), 'base64').toString() : null);
    },
  };
}

interface BenchOptions {
  readonly command?: CommandId;
  readonly idempotent?: boolean;
  readonly signedIn?: () => string | null;
  /** Asked at each opening of a page. */
  readonly vault?: () => BatchVault;
}

/** A server, a browser and an operator's runner, to be tested without waiting. */
export class Bench {
  readonly clock = new TestClock();
  readonly server: SimulatedServer;
  readonly browser: SimulatedBrowser;
  runner: BatchRunner;

  constructor(private readonly options: BenchOptions = {}) {
    this.server = new SimulatedServer(this.clock, options.idempotent ?? true);
    this.browser = new SimulatedBrowser(this.clock, this.server);
    this.runner = this.open();
  }

  /** A runner on a page of its own. */
  open(): BatchRunner {
    const { command = 'lock', idempotent = true, signedIn, vault } = this.options;
    const ports = { ...this.browser.openPage(signedIn), vault: vault?.() };
    return createBatchRunner({ command: commandById(command), operator: OPERATOR, ports, idempotent });
  }

  /** Kills the page, storing nothing that was not acknowledged, and opens it again. */
  reopen(mirrorLossMs = 0): void {
    this.browser.kill(() => false, mirrorLossMs);
    this.runner = this.open();
  }

  get state(): BatchState {
    return this.runner.getSnapshot();
  }

  /** Lets time pass until the runner shows a status, and answers that state. */
  async shows<Status extends BatchState['status']>(status: Status, runner = this.runner): Promise<Extract<BatchState, { status: Status }>> {
    await this.clock.until(() => runner.getSnapshot().status === status);
    const state = runner.getSnapshot();
    if (!isStatus(state, status)) throw new Error(`It shows ${state.status}`);
    return state;
  }

  /** Starts a batch of so many IMEIs once the runner is at rest. */
  async start(length: number, more: Partial<BatchInput> = {}): Promise<void> {
    await this.shows('idle');
    this.runner.start(inputOf(length, more));
  }

  /** Lets time pass until so many IMEIs have been received by the server. */
  async received(count: number): Promise<void> {
    await this.clock.until(() => this.items().length >= count);
  }

  /** The IMEIs that the server received, repetitions too. */
  items(): string[] {
    return this.server.received.flatMap(({ body }) => (body['imei'] === undefined ? [] : [body['imei']]));
  }
}

function isStatus<Status extends BatchState['status']>(state: BatchState, status: Status): state is Extract<BatchState, { status: Status }> {
  return state.status === status;
}
