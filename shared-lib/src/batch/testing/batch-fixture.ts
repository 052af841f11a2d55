import { calls, commandById, type CommandId } from '../../contract/index.ts';
import {
  createBatchManager,
  type BatchInput,
  type BatchManager,
  type BatchPorts,
  type BatchRunner,
  type BatchState,
} from '../engine/index.ts';
import { SimulatedBrowser } from './simulated-browser.ts';
import { SimulatedServer, type ReceivedCall, type SimulatedReply } from './simulated-server.ts';
import { TestClock } from './test-clock.ts';

export const OPERATOR = 'operator@example.com';
/** The call that tells the server how far a batch is. */
export const REPORT = calls.updateStatusOnServer.path;
/** The call that sends an item by itself. */
export const ITEM = calls.getImeiDetails.path;
/** Not divisible by three. */
const FIRST = 350_000_000_000_002;

/** This many IMEIs, in order; the simulated server knows the first two of every three. */
export const imeiList = (length: number): Float64Array => Float64Array.from({ length }, (_, index) => FIRST + index);

/** The text of the IMEI at an index of {@link imeiList}. */
export const imeiAt = (index: number): string => String(FIRST + index);

/** The input of a file with this many valid rows. */
export function inputOf(length: number, more: Partial<BatchInput> = {}): BatchInput {
  return {
    name: 'list.csv',
    rows: { imeis: imeiList(length) },
    totals: { total: length + 3, valid: length, invalid: 2, duplicates: 1 },
    ...more,
  };
}

interface BatchFixtureOptions {
  readonly command?: CommandId;
  readonly idempotent?: boolean;
  /** The server accepts items in chunks and stores batches (D2c, D17a). */
  readonly chunks?: boolean;
  /** The server of another fixture, because this one is another computer. */
  readonly of?: BatchFixture;
  readonly signedIn?: () => string | null;
  readonly askedMs?: () => number;
}

/** A server and a browser whose page has a manager with an operator's runner; tests need not wait. */
export class BatchFixture {
  readonly clock: TestClock;
  readonly server: SimulatedServer;
  readonly browser: SimulatedBrowser;
  manager: BatchManager;
  runner: BatchRunner;

  constructor(private readonly options: BatchFixtureOptions = {}) {
    this.clock = options.of?.clock ?? new TestClock();
    this.server = options.of?.server ?? new SimulatedServer(this.clock, options.idempotent ?? true);
    if (options.chunks) this.server.offersChunks = true;
    this.browser = new SimulatedBrowser(this.clock, this.server, options.of ? 'b' : '0');
    this.manager = this.#manage();
    this.runner = this.#runnerOf(options.command);
  }

  /** A runner on a page of its own. */
  open(command = this.options.command): BatchRunner {
    this.manager = this.#manage();
    return this.#runnerOf(command);
  }

  /** Kills the page, by default storing nothing that was not acknowledged, and opens it again. */
  reopen(recordLossMs = 0, keepsWrites = false): void {
    this.browser.kill(() => keepsWrites, recordLossMs);
    this.runner = this.open();
  }

  get state(): BatchState {
    return this.runner.getSnapshot();
  }

  #manage(): BatchManager {
    return createBatchManager({ ports: this.#page(), idempotent: this.options.idempotent ?? true });
  }

  #runnerOf(command: CommandId = 'lock'): BatchRunner {
    return this.manager.runnerFor(OPERATOR, commandById(command));
  }

  #page(): BatchPorts {
    const { signedIn, askedMs } = this.options;
    return { ...this.browser.openPage(signedIn), askedMs };
  }

  /** Moves the clock until the runner has a status, and returns that state. */
  async shows<Status extends BatchState['status']>(
    status: Status,
    runner = this.runner,
  ): Promise<Extract<BatchState, { status: Status }>> {
    await this.clock.until(() => runner.getSnapshot().status === status);
    const state = runner.getSnapshot();
    if (!isStatus(state, status)) throw new Error(`It shows ${state.status}`);
    return state;
  }

  /** Starts a batch of this many IMEIs once the runner is at rest. */
  async start(length: number, more: Partial<BatchInput> = {}): Promise<void> {
    await this.shows('idle');
    this.runner.start(inputOf(length, more));
  }

  /** Moves the clock until the server has received this many IMEIs. */
  async received(count: number): Promise<void> {
    await this.clock.until(() => this.items().length >= count);
  }

  /** Moves the clock until the batch has ended with nothing unconfirmed. */
  async confirmed(): Promise<void> {
    await this.clock.until(() => this.state.status === 'finished' && this.state.batch.summary.unconfirmed === 0);
  }

  /** Moves the clock until some work has come to its end. */
  async over<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false;
    const end = (): void => {
      isOver = true;
    };
    void work.then(end, end);
    await this.clock.until(() => isOver);
    return work;
  }

  /** The id of the first batch on the disk. */
  get keptId(): string {
    return this.browser.kept.keys().next().value ?? '';
  }

  /** The reports that a batch is complete. */
  reports(): ReceivedCall[] {
    return this.server.received.filter(({ path, body }) => path === REPORT && body['isComplete'] === 'complete');
  }

  /** The IMEIs that the server received, repetitions too. */
  items(): string[] {
    return this.server.received.flatMap(({ body }) => (body['imei'] === undefined ? [] : [body['imei']]));
  }
}

interface BegunOptions extends BatchFixtureOptions {
  /** Those of the first calls, or of the first calls of each path. */
  readonly replies?: readonly SimulatedReply[] | Readonly<Record<string, readonly SimulatedReply[]>>;
  readonly input?: Partial<BatchInput>;
  /** Indexes of IMEIs that the server fails at, whenever they are sent. */
  readonly failsAt?: Readonly<Record<number, SimulatedReply>>;
}

/** A batch of this many IMEIs that has been started. */
export async function begun(
  length: number,
  { replies = {}, input, failsAt = {}, ...options }: BegunOptions = {},
): Promise<BatchFixture> {
  const fixture = new BatchFixture(options);
  for (const [index, reply] of Object.entries(failsAt)) fixture.server.failsAt.set(imeiAt(Number(index)), reply);
  if (Array.isArray(replies)) fixture.server.next(...replies);
  else for (const [path, ofPath] of Object.entries(replies)) fixture.server.nextOf(path, ...ofPath);
  await fixture.start(length, input);
  return fixture;
}

/** A batch of this many IMEIs, of which the server has received some. */
export async function sending(length: number, received: number, options?: BegunOptions): Promise<BatchFixture> {
  const fixture = await begun(length, options);
  await fixture.received(received);
  return fixture;
}

function isStatus<Status extends BatchState['status']>(
  state: BatchState,
  status: Status,
): state is Extract<BatchState, { status: Status }> {
  return state.status === status;
}
