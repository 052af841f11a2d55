import { calls, type AnswerOf, type BodyOf, type CallDefinition } from '../../contract/index.ts';
import * as v from 'valibot';
import { ApiError, type ApiErrorFields } from '../../api/api-error.ts';
import type { RepeatableCallOptions } from '../../api/api-calls.ts';
import type { BatchApi } from '../engine/index.ts';
import type { TestClock } from './test-clock.ts';

/** What happens to one call. `…-after`: the server has acted, but its answer does not arrive. */
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
  | 'throttled'
  | 'authorization'
  | 'forbidden'
  | 'business'
  | 'invalid-request'
  | 'conflict'
  | 'odd'
  | 'bug';

function failure(
  kind: ApiErrorFields['kind'],
  outcome: ApiErrorFields['outcome'],
  message: string,
  retryAfterSeconds?: number,
): ApiError {
  return new ApiError({ kind, outcome, message, retryAfterSeconds, callPath: 'getimeidetails.php', transactionId: '' });
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
  throttled: () => failure('throttled', 'refused', 'Too many requests', 3),
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

/** A server that knows every IMEI but those divisible by three, dispatches what it finds, and records everything. */
export class SimulatedServer {
  readonly received: ReceivedCall[] = [];
  /** IMEIs in the order in which commands were dispatched or looked up in vain. */
  readonly acted: string[] = [];
  /** The messages that went with them, of notifications. */
  readonly messages: string[] = [];
  /** The copies that it keeps; one that is not idempotent keeps what comes twice twice. */
  readonly copies: {
    readonly name: string;
    readonly content: string;
    readonly fields: Readonly<Record<string, string>>;
  }[] = [];
  /** Ids of the batches whose lists it noted; one that is not idempotent notes what comes twice twice. */
  readonly lists: string[] = [];
  readonly statuses: string[] = [];
  latencyMs = 2;
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

  /** The replies of the next calls; then all is well. */
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

  /** The server as one life of the page sees it: a call whose page is gone is still carried out, but never answered. */
  connection(isAlive: () => boolean): BatchApi {
    return {
      call: async <Call extends CallDefinition>(
        call: Call,
        body: BodyOf<Call>,
        options?: RepeatableCallOptions,
      ): Promise<AnswerOf<Call>> => {
        const answer = await this.#exchange(
          call.path,
          v.parse(v.record(v.string(), v.optional(v.string())), body),
          options,
          isAlive,
        );
        return v.parse(call.answer, answer) as AnswerOf<Call>;
      },
      upload: async (call, file, fields, options) => {
        const content = [...file.content].join('');
        const keep = (): unknown => this.copies.push({ name: file.name, content, fields });
        const answer = await this.#exchange(call.path, { name: file.name, content, ...fields }, options, isAlive, keep);
        return { status: 'success', message: answer.message, file: this.renamesFiles ? `server-${file.name}` : '' };
      },
    };
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
    const reply = this.#repliesOf.get(path)?.shift() ?? this.#replies.shift() ?? 'ok';
    const error = failures[reply]?.();
    await new Promise<void>((resolve) => this.clock.delay(this.latencyMs, resolve));
    const message = reply === 'ok' || reply.endsWith('-after') ? this.#act(path, body, transactionId, keep) : 'hello';
    if (!isAlive()) await new Promise<never>(() => undefined);
    if (error) throw error;
    return { status: 'success', message };
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
    else if (path === calls.updateCommandOnServer.path) this.lists.push(batchId);
    else if (imei === undefined) keep();
    if (imei === undefined) return 'ok';
    this.acted.push(imei);
    if (message !== undefined) this.messages.push(message);
    return SimulatedServer.knows(imei) ? 'found' : 'not found';
  }
}
