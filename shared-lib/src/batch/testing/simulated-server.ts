import * as v from 'valibot';
import {
  calls,
  commandByAction,
  UNAVAILABLE,
  type AnswerOf,
  type BodyOf,
  type CallDefinition,
} from '../../contract/index.ts';
import { ApiError, type ApiErrorFields } from '../../api/api-error.ts';
import type { RepeatableCallOptions } from '../../api/api-calls.ts';
import type { BatchApi } from '../engine/index.ts';
import type { TestClock } from './test-clock.ts';

/** What happens to one call. `…-after`: the server acts, but its answer does not arrive. */
export type SimulatedReply =
  | 'ok'
  | 'network-before'
  | 'network-after'
  | 'not-sent'
  | 'server-before'
  | 'server-after'
  | 'timeout-before'
  | 'timeout-after'
  | 'unreadable-after'
  | 'overloaded'
  | 'restarting'
  | 'throttled'
  | 'held'
  | 'waiting'
  | 'authorization'
  | 'forbidden'
  | 'business'
  | 'invalid-request'
  | 'conflict'
  | 'bug';

/** The same reply to this many calls. */
export const times = (count: number, reply: SimulatedReply): readonly SimulatedReply[] =>
  Array.from({ length: count }, () => reply);

const fields = v.record(
  v.string(),
  v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform((value) => String(value)),
    ),
  ),
);
type Chunk = v.InferOutput<typeof calls.batchItems.body>;
interface RowOutcome {
  readonly outcome: string;
  readonly message: string;
}
interface ItemAnswer extends RowOutcome {
  readonly row: number;
}
type Claim = v.InferOutput<typeof calls.batchClaim.body>;

function failure(
  kind: ApiErrorFields['kind'],
  outcome: ApiErrorFields['outcome'],
  message: string,
  more: Partial<ApiErrorFields> = {},
): ApiError {
  return new ApiError({ kind, outcome, message, callPath: 'getimeidetails.php', transactionId: '', ...more });
}

const failures: Partial<Record<SimulatedReply, () => Error>> = {
  bug: () => new Error('a bug'),
  'network-before': () => failure('network', 'unknown', 'getimeidetails.php: the server was not reached'),
  'network-after': () => failure('network', 'unknown', 'getimeidetails.php: the connection broke'),
  'not-sent': () => failure('network', 'not-sent', 'getimeidetails.php: offline'),
  'server-before': () => failure('server', 'unknown', 'getimeidetails.php: the server failed (500)'),
  'server-after': () => failure('server', 'unknown', 'getimeidetails.php: the server failed (502)'),
  'timeout-before': () => failure('timeout', 'unknown', 'getimeidetails.php: no answer in 30 s'),
  'timeout-after': () => failure('timeout', 'unknown', 'getimeidetails.php: no answer in 30 s'),
  'unreadable-after': () => failure('unreadable', 'unknown', 'getimeidetails.php: the answer could not be read'),
  overloaded: () => failure('throttled', 'refused', 'Nothing was done', { retryAfterSeconds: 8, reason: UNAVAILABLE }),
  restarting: () => failure('server', 'unknown', 'The server answered HTTP 503', { retryAfterSeconds: 120 }),
  throttled: () => failure('throttled', 'refused', 'Too many requests', { retryAfterSeconds: 3 }),
  held: () => failure('throttled', 'refused', 'Sending is paused for this account.', { retryAfterSeconds: 60 }),
  waiting: () =>
    failure('throttled', 'refused', 'This batch waits for approval.', { retryAfterSeconds: 30, reason: 'approval' }),
  authorization: () => failure('authorization', 'refused', 'Authorization Failed'),
  forbidden: () =>
    failure('forbidden', 'refused', 'You are not authorised to use this feature.Contact Your Admin for support'),
  business: () => failure('business', 'refused', 'Device is not enrolled'),
  'invalid-request': () => failure('invalid-request', 'refused', 'The server answered 400'),
  conflict: () => failure('conflict', 'refused', 'This transactionId was used with another body'),
};

export interface ReceivedCall {
  readonly path: string;
  readonly body: Readonly<Record<string, string | undefined>>;
  readonly transactionId: string | undefined;
  readonly keepsSession: boolean | undefined;
  readonly at: number;
}

/**
 * A server that knows every IMEI except those divisible by three, dispatches commands to them, and records everything.
 */
export class SimulatedServer {
  readonly received: ReceivedCall[] = [];
  /** IMEIs in the order in which they were sent a command or not found. */
  readonly acted: string[] = [];
  /** The messages of notifications, in that order. */
  readonly messages: string[] = [];
  /** The stored copies; a server that is not idempotent stores a repeated copy twice. */
  readonly copies: {
    readonly name: string;
    readonly content: string;
    readonly fields: Readonly<Record<string, string>>;
  }[] = [];
  /** Ids of the batches whose lists it noted; one that is not idempotent notes what comes twice twice. */
  readonly lists: string[] = [];
  readonly statuses: string[] = [];
  latencyMs = 2;
  /** It accepts items in chunks and stores batches, like our own API (D2c, D17a). */
  offersChunks = false;
  /** The recorded list of each batch, and the reported outcome of each row. */
  readonly batches = new Map<string, { readonly list: readonly string[]; readonly rows: Map<number, RowOutcome> }>();
  /** The most rows of a batch that one answer has. */
  pageRows = 5000;
  /** The level of its batches; '' if they have none. */
  level = '';
  /** How the answer to a chunk lists its items. */
  arranges = (items: readonly ItemAnswer[]): readonly ItemAnswer[] => items;
  /** The number of items in each received chunk. */
  readonly chunks: number[] = [];
  /** It carries a chunk out behind another one alone, if told to (D2c). */
  keepsOrder = true;
  /** Chunks that are under way now, and that were at the most. */
  readonly underWay = { now: 0, most: 0 };
  /** IMEIs that it refuses, alone and in a chunk, and why. */
  readonly refuses = new Map<string, string>();
  /** What it says of an IMEI instead of found or not found; null: nothing at all. */
  readonly says = new Map<string, string | null>();
  /** IMEIs that it fails at, alone and in a chunk, while everything else works. */
  readonly failsAt = new Map<string, SimulatedReply>();
  /** Which run holds a batch, by batch id (D17b). */
  readonly runs = new Map<string, string>();
  /** False: it keeps a copy under the operator's name of the file, as existing back ends do (D1a). */
  renamesFiles = true;
  #replies: SimulatedReply[] = [];
  readonly #repliesOf = new Map<string, SimulatedReply[]>();
  readonly #outcomes = new Map<string, string>();

  constructor(
    private readonly clock: TestClock,
    readonly idempotent = true,
  ) {}

  static knows(imei: string): boolean {
    return Number(imei) % 3 !== 0;
  }

  /** The replies of the next calls; after those every call succeeds. */
  next(...replies: SimulatedReply[]): void {
    this.#replies.push(...replies);
  }

  /** The replies of the next calls of one path, which go before those of {@link next}. */
  nextOf(path: string, ...replies: SimulatedReply[]): void {
    this.#repliesOf.set(path, [...(this.#repliesOf.get(path) ?? []), ...replies]);
  }

  paths(): string[] {
    return this.received.map((call) => call.path);
  }

  /** The server as one page sees it: a call whose page is gone is still carried out, but never answered. */
  connection(isAlive: () => boolean): BatchApi {
    return {
      offers: (call) => this.offersChunks || call.beyond !== true,
      copy: () => Promise.resolve(this.copies.at(-1)?.content ?? ''),
      call: async <Call extends CallDefinition>(
        call: Call,
        body: BodyOf<Call>,
        options?: RepeatableCallOptions,
      ): Promise<AnswerOf<Call>> => {
        const answer = await this.#answer(call.path, body, options, isAlive);
        return v.parse(call.answer, answer) as AnswerOf<Call>;
      },
      upload: async (call, file, fields, options) => {
        const content = [...file.content.pieces].join('');
        const keep = (): unknown => this.copies.push({ name: file.name, content, fields });
        const answer = await this.#exchange(call.path, { name: file.name, content, ...fields }, options, isAlive, keep);
        return { status: 'success', message: answer.message, file: this.renamesFiles ? `server-${file.name}` : '' };
      },
    };
  }

  #answer(path: string, body: unknown, options: RepeatableCallOptions | undefined, isAlive: () => boolean) {
    if (path === calls.batchItems.path) return this.#takeItems(v.parse(calls.batchItems.body, body), options, isAlive);
    if (path === calls.batchOutcomes.path) return this.#outcomesOf(v.parse(calls.batchOutcomes.body, body), isAlive);
    if (path === calls.batchClaim.path) return this.#claim(v.parse(calls.batchClaim.body, body), isAlive);
    return this.#exchange(path, v.parse(fields, body), options, isAlive);
  }

  /** The answer to a chunk: every item as if called singly, all of them or none. */
  async #takeItems(chunk: Chunk, options: RepeatableCallOptions | undefined, isAlive: () => boolean) {
    const { action, filename, batchId, run, after, items } = chunk;
    const path = commandByAction(action)?.command.batch?.dispatch ?? '';
    const bodies = items.map(({ row, transactionId, ...item }) => ({
      body: { ...item, action, filename, batchId, run, row: String(row) },
      transactionId,
    }));
    let outcomes: readonly ItemAnswer[] = [];
    let order = this.keepsOrder ? 'kept' : '';
    const act = (): void => {
      if (this.keepsOrder && after !== undefined && !this.batches.get(batchId)?.rows.has(after)) {
        order = 'early';
        return;
      }
      outcomes = bodies.map(({ body, transactionId }) => {
        const row = Number(body.row);
        const refusal = this.refuses.get(body.imei);
        if (refusal === undefined)
          return { row, outcome: 'answered', message: this.#act(path, body, transactionId, () => null) };
        this.batches.get(batchId)?.rows.set(row, { outcome: 'refused', message: refusal });
        return { row, outcome: 'refused', message: refusal };
      });
    };
    this.chunks.push(items.length);
    for (const { body, transactionId } of bodies)
      this.received.push({
        path: calls.batchItems.path,
        body,
        transactionId,
        keepsSession: options?.keepsSession,
        at: this.clock.now(),
      });
    const fails = items.map(({ imei }) => this.failsAt.get(imei)).find((reply) => reply !== undefined);
    this.underWay.now += 1;
    this.underWay.most = Math.max(this.underWay.most, this.underWay.now);
    try {
      await this.#reply(calls.batchItems.path, { batchId, run }, act, isAlive, fails);
    } finally {
      this.underWay.now -= 1;
    }
    return { status: 'success', message: '', items: order === 'early' ? [] : this.arranges(outcomes), order };
  }

  async #outcomesOf({ batchId, after, limit }: v.InferOutput<typeof calls.batchOutcomes.body>, isAlive: () => boolean) {
    await this.#reply(calls.batchOutcomes.path, {}, () => undefined, isAlive);
    const { list = [], rows } = this.batches.get(batchId) ?? {};
    const items = list.slice(after, after + Math.min(limit, this.pageRows)).map((imei, place) => {
      const row = after + place + 1;
      return { row, imei, ...(rows?.get(row) ?? { outcome: 'open', message: '' }) };
    });
    const facts = { action: 'lock', fileName: 'list.csv', report: 'lock', file: 'server-list.csv', level: this.level };
    const counts = { devices: list.length, total: list.length + 3, invalid: 2, duplicates: 1 };
    return { status: 'success', message: '', items, ...facts, ...counts, startedAt: '2026-11-22T10:00:00Z' };
  }

  async #claim({ batchId, run, batch, takeOver }: Claim, isAlive: () => boolean) {
    const act = (): void => {
      if (takeOver === true || (batch && !this.runs.has(batchId))) this.runs.set(batchId, run);
    };
    await this.#reply(calls.batchClaim.path, {}, act, isAlive);
    const holding = this.runs.get(batchId);
    if (holding === undefined) throw failure('business', 'refused', 'The server does not know this batch.');
    return { status: 'success', message: '', run: holding, holder: 'other@example.com' };
  }

  async #exchange(
    path: string,
    body: ReceivedCall['body'],
    options: RepeatableCallOptions | undefined,
    isAlive: () => boolean,
    keep = (): unknown => null,
  ) {
    const { transactionId, keepsSession } = options ?? {};
    this.received.push({ path, body, transactionId, keepsSession, at: this.clock.now() });
    let message = 'hello';
    const { imei = '' } = body;
    const refusal = this.refuses.get(imei);
    const act = (): void => {
      if (refusal === undefined) message = this.#act(path, body, transactionId, keep);
    };
    await this.#reply(path, body, act, isAlive, this.failsAt.get(imei));
    if (refusal !== undefined) throw failure('business', 'refused', refusal);
    if (this.says.get(imei) === null) return { message: '' };
    const figures = { total_device: 300, deenroll: 0, device_today: 0 };
    return { status: 'success', message, ...(path === calls.homeData.path ? figures : {}) };
  }

  /** What happens to a call: whether the server acts, whether it is answered, and when. */
  async #reply(
    path: string,
    body: ReceivedCall['body'],
    act: () => void,
    isAlive: () => boolean,
    fails?: SimulatedReply,
  ): Promise<void> {
    const reply = fails ?? this.#repliesOf.get(path)?.shift() ?? this.#replies.shift() ?? 'ok';
    const error = failures[reply]?.();
    await new Promise<void>((resolve) => this.clock.delay(this.latencyMs, resolve));
    const isFenced = this.#isFenced(body);
    if (!isFenced && (reply === 'ok' || reply.endsWith('-after'))) act();
    if (!isAlive()) await new Promise<never>(() => undefined);
    if (error) throw error;
    if (isFenced) throw failure('conflict', 'refused', 'Another run holds this batch');
  }

  #isFenced({ batchId = '', run }: ReceivedCall['body']): boolean {
    return run !== undefined && this.runs.has(batchId) && this.runs.get(batchId) !== run;
  }

  #act(path: string, body: ReceivedCall['body'], transactionId = '', keep: () => unknown): string {
    const known = this.idempotent ? this.#outcomes.get(transactionId) : undefined;
    if (known !== undefined) return known;
    const outcome = this.#actOnce(path, body, keep);
    if (transactionId !== '') this.#outcomes.set(transactionId, outcome);
    return outcome;
  }

  #actOnce(path: string, body: ReceivedCall['body'], keep: () => unknown): string {
    const { imei, message, batchId = '', isComplete = '' } = body;
    if (path === calls.updateStatusOnServer.path) this.statuses.push(isComplete);
    else if (path === calls.updateCommandOnServer.path) this.#note(batchId, body['imeilist'] ?? '');
    else if (imei === undefined) keep();
    if (imei === undefined) return 'ok';
    this.acted.push(imei);
    const told = SimulatedServer.knows(imei) ? 'found' : 'not found';
    this.batches.get(batchId)?.rows.set(Number(body['row']), { outcome: told, message: '' });
    if (message !== undefined) this.messages.push(message);
    return this.says.get(imei) ?? told;
  }

  #note(batchId: string, list: string): void {
    this.lists.push(batchId);
    this.batches.set(batchId, { list: list.split(','), rows: new Map() });
  }
}
