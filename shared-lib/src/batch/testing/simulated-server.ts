import { calls, type AnswerOf, type BodyOf, type CallDefinition } from '../../contract/index.ts';
import * as v from 'valibot';
import type { BatchApi, BatchApiFailure, BatchCallOptions, BatchFailureKind } from '../engine/index.ts';
import type { TestClock } from './test-clock.ts';

/** What happens to one call. `…-after`: the server has acted, but its answer does not arrive. */
export type Fate =
  | 'ok' | 'network-before' | 'network-after' | 'not-sent' | 'server-before' | 'server-after' | 'timeout-before' | 'timeout-after'
  | 'unreadable-after' | 'throttled' | 'authorization' | 'forbidden' | 'business' | 'conflict' | 'odd';

class SimulatedFailure extends Error implements BatchApiFailure {
  constructor(readonly kind: BatchFailureKind, readonly outcome: BatchApiFailure['outcome'], message: string, readonly retryAfterSeconds?: number) {
    super(message);
  }
}

const failures: Partial<Record<Fate, () => SimulatedFailure>> = {
  'network-before': () => new SimulatedFailure('network', 'unknown', 'getimeidetails.php: the server was not reached'),
  'network-after': () => new SimulatedFailure('network', 'unknown', 'getimeidetails.php: the connection broke'),
  'not-sent': () => new SimulatedFailure('network', 'not-sent', 'getimeidetails.php: offline'),
  'server-before': () => new SimulatedFailure('server', 'unknown', 'getimeidetails.php: the server failed (500)'),
  'server-after': () => new SimulatedFailure('server', 'unknown', 'getimeidetails.php: the server failed (502)'),
  'timeout-before': () => new SimulatedFailure('timeout', 'unknown', 'getimeidetails.php: no answer in 30 s'),
  'timeout-after': () => new SimulatedFailure('timeout', 'unknown', 'getimeidetails.php: no answer in 30 s'),
  'unreadable-after': () => new SimulatedFailure('unreadable', 'unknown', 'getimeidetails.php: the answer could not be read'),
  throttled: () => new SimulatedFailure('throttled', 'refused', 'Too many requests', 3),
  authorization: () => new SimulatedFailure('authorization', 'refused', 'Authorization Failed'),
  forbidden: () => new SimulatedFailure('forbidden', 'refused', 'You are not authorised to use this feature.Contact Your Admin for support'),
  business: () => new SimulatedFailure('business', 'refused', 'Device is not enrolled'),
  conflict: () => new SimulatedFailure('conflict', 'refused', 'This transactionId was used with another body'),
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
  readonly copies: { readonly name: string; readonly content: string; readonly fields: Readonly<Record<string, string>> }[] = [];
  readonly statuses: string[] = [];
  latencyMs = 2;
  #fates: Fate[] = [];
  readonly #outcomes = new Map<string, string>();

  constructor(private readonly clock: TestClock, readonly idempotent = true) {}

  static knows(imei: string): boolean {
    return Number(imei) % 3 !== 0;
  }

  /** The fates of the next calls; then all is well. */
  next(...fates: Fate[]): void {
    this.#fates.push(...fates);
  }

  paths(): string[] {
    return this.received.map((call) => call.path);
  }

  /** The server as one life of the page sees it: a call whose page is gone is still carried out, but never answered. */
  connection(isAlive: () => boolean): BatchApi {
    return {
      call: async <Call extends CallDefinition>(call: Call, body: BodyOf<Call>, options?: BatchCallOptions): Promise<AnswerOf<Call>> => {
        const answer = await this.#exchange(call.path, v.parse(v.record(v.string(), v.optional(v.string())), body), options, isAlive);
        return v.parse(call.answer, answer) as AnswerOf<Call>;
      },
      upload: async (call, file, fields, options) => {
        const content = [...file.pieces].join('');
        const answer = await this.#exchange(call.path, { name: file.name, content, ...fields }, options, isAlive);
        if (!this.copies.some((copy) => copy.fields['batchId'] === fields['batchId'])) this.copies.push({ name: file.name, content, fields });
        return { status: 'success', message: answer.message, file: `server-${file.name}` };
      },
    };
  }

  async #exchange(path: string, body: ReceivedCall['body'], options: BatchCallOptions | undefined, isAlive: () => boolean) {
    const { transactionId, keepsSession } = options ?? {};
    this.received.push({ path, body, transactionId, keepsSession, at: this.clock.now() });
    const fate = this.#fates.shift() ?? 'ok';
    const failure = failures[fate]?.();
    await new Promise<void>((resolve) => this.clock.delay(this.latencyMs, resolve));
    const message = fate === 'ok' || fate.endsWith('-after') ? this.#act(path, body, transactionId) : 'hello';
    if (!isAlive()) await new Promise<never>(() => undefined);
    if (failure) throw failure;
    return { status: 'success', message };
  }

  #act(path: string, body: ReceivedCall['body'], transactionId = ''): string {
    if (path === calls.updateStatusOnServer.path) this.statuses.push(body['isComplete'] ?? '');
    const { imei } = body;
    if (imei === undefined) return 'ok';
    const known = this.idempotent ? this.#outcomes.get(transactionId) : undefined;
    if (known !== undefined) return known;
    const outcome = SimulatedServer.knows(imei) ? 'found' : 'not found';
    this.acted.push(imei);
    this.#outcomes.set(transactionId, outcome);
    return outcome;
  }
}
