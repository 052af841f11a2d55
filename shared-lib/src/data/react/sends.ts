import type { createStore } from 'jotai';
import { v5 } from 'uuid';
import { ApiError } from '../../api/index.ts';
import { newTransactionId } from '../../crypto/index.ts';
import type { KeptSends } from './kept-sends.ts';
import {
  isOpen,
  outcomeOfError,
  sentAtom,
  unsentScansAtom,
  type SendResult,
  type Sent,
  type SentCommand,
  type SentDevice,
  type SentOutcome,
  type UnsentScan,
} from './sent.ts';

/** What is sent, to be told from other sendings. */
export interface SendingContent {
  /** What it changes, such as a device: a different content for the same key ends the chance to repeat the earlier. */
  readonly key: string;
  /** JSON; only its digest is remembered. Default: null. */
  readonly content?: unknown;
}

/** One sending. */
export interface Sending<Answer> extends SendingContent {
  /** Default: no line of its own. */
  readonly about?: SentCommand;
  /** Sendings of one queue go one after the other. Default: at once. */
  readonly queue?: string;
  /** What the answer says of the outcome. Default: that it was done. */
  readonly outcomeOf?: (answer: Answer) => SentOutcome;
  /** To how many devices the answer says that it went. Default: it says none. */
  readonly devicesOf?: (answer: Answer) => number | null;
}

interface SendsPorts {
  /** Holds {@link sentAtom}. */
  readonly store: ReturnType<typeof createStore>;
  readonly kept: KeptSends;
  /** Called with the target of each command that was or may have been carried out. */
  readonly onChange: (target: string) => void;
}

type SendingEnd = Pick<Sent, 'outcome' | 'error' | 'devices'>;

type Call<Answer> = (transactionId: string) => Promise<Answer>;

/** Ended ones whose outcome is known, and scans of which nothing was sent; a day's work of an operator. */
const MOST_ENDED = 1_000;

/**
 * All that a page and its operator send outside of batches: what was sent, under which id, and what came of it (D2,
 * D2e, D12). It stands above the router, so that a result which comes after its screen was left is not lost. While an
 * outcome is unknown, the same content keeps its transactionId: on the next screen, and after a reload.
 */
export class Sends {
  readonly #ports: SendsPorts;
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #queues = new Map<string, Promise<unknown>>();
  readonly #shown = new Map<string, number>();
  /** Grows when the session ends or changes hands: what began before belongs to nobody here. */
  #owner = 0;
  #restored: Promise<void>;

  constructor(ports: SendsPorts) {
    this.#ports = ports;
    this.#restored = this.#restore();
  }

  /** Calls back on each change; returns an unsubscribe function. */
  readonly subscribe = (listener: () => void): (() => void) => this.#ports.store.sub(sentAtom, listener);

  /** Newest first. */
  readonly getSnapshot = (): readonly Sent[] => this.#ports.store.get(sentAtom);

  /**
   * Sends by `call`, once; while the very same is under way, returns its result. After an unknown outcome the same
   * content is sent under the same transactionId. Rejects only for a bug.
   */
  send<Answer>(sending: Sending<Answer>, call: Call<Answer>): Promise<SendResult<Answer>> {
    const content = contentOf(sending);
    const same = this.#underWay.get(content);
    // The same content is sent by the same call.
    if (same) return same as Promise<SendResult<Answer>>;
    const result = this.#inTurn(sending, content, call).finally(() => {
      if (this.#underWay.get(content) === result) this.#underWay.delete(content);
    });
    this.#underWay.set(content, result);
    return result;
  }

  /** The sending that this content would repeat, because its outcome is unknown; null: it would be a new one. */
  repeatable(sending: SendingContent): Sent | null {
    const open = this.#openOf(sending.key);
    return open && isRepeatable(open, contentOf(sending)) ? open : null;
  }

  /** The audit has the command, so it was carried out; `status` is its state there. News if nobody knew. */
  async learn(id: string, status: string): Promise<void> {
    const wasKnown = this.getSnapshot().some((sent) => sent.id === id && sent.outcome === 'taken');
    this.#change(id, { outcome: 'taken', error: null, status, ...(!wasKnown && { isNews: true }) });
    await this.#ports.kept.remove(id);
  }

  /** What the records have of its device. */
  describe(id: string, device: SentDevice): void {
    this.#change(id, { device });
  }

  /** The operator needs no notice of it any more; the same content is then sent as a new one. */
  async dismiss(id: string): Promise<void> {
    this.#change(id, { key: '', isNews: false });
    await this.#ports.kept.remove(id);
  }

  /** A scan of which nothing is sent: it is remembered like what was sent. */
  noteUnsent(scan: Pick<UnsentScan, 'command' | 'text' | 'why'>): void {
    const { store } = this.#ports;
    const noted = { id: newTransactionId(), at: Date.now(), ...scan };
    store.set(unsentScansAtom, [noted, ...store.get(unsentScansAtom)].slice(0, MOST_ENDED));
  }

  /** While a screen of this command is shown, how its sendings end is no news, nor once it was. Returns its end. */
  show(command: string): () => void {
    this.#shown.set(command, (this.#shown.get(command) ?? 0) + 1);
    return () => {
      this.#shown.set(command, (this.#shown.get(command) ?? 0) - 1);
      const isSeen = ({ about, isNews }: Sent): boolean => isNews && about?.command === command;
      if (this.getSnapshot().some(isSeen))
        this.#write(this.getSnapshot().map((sent) => (isSeen(sent) ? { ...sent, isNews: false } : sent)));
    };
  }

  /** The session has ended or is another operator's: forgets everything, also what is under way. */
  async forget(): Promise<void> {
    this.#owner += 1;
    this.#underWay.clear();
    this.#queues.clear();
    this.#write([]);
    this.#ports.store.set(unsentScansAtom, []);
    this.#restored = this.#ports.kept.clear();
    await this.#restored;
  }

  /** The same operator has logged in on this page again: keeps for the new session what may have reached the server. */
  async keepAgain(): Promise<void> {
    const mayHaveReached = ({ phase, outcome }: Sent): boolean => phase === 'sending' || outcome === 'unknown';
    await Promise.all(this.getSnapshot().filter(mayHaveReached).map(this.#ports.kept.put));
  }

  #inTurn<Answer>(sending: Sending<Answer>, content: string, call: Call<Answer>): Promise<SendResult<Answer>> {
    const owner = this.#owner;
    const before = sending.queue === undefined ? undefined : this.#queues.get(sending.queue);
    const entry = this.#enter(sending, content, before !== undefined);
    const result = (before ?? Promise.resolve()).then(async () => {
      await this.#restored;
      if (owner !== this.#owner) return abandoned(entry.id);
      const now: Sent = { ...(await this.#asRepeated(entry, content)), phase: 'sending', at: Date.now() };
      if (owner !== this.#owner) return abandoned(entry.id);
      this.#change(now.id, now);
      // Before the call: the browser may be killed during it.
      await this.#ports.kept.put(now);
      if (owner !== this.#owner) {
        await this.#ports.kept.remove(now.id);
        return abandoned(now.id);
      }
      return this.#sendNow(now, sending, call, owner);
    });
    if (sending.queue !== undefined) this.#enqueue(sending.queue, result);
    return result;
  }

  #enqueue(queue: string, result: Promise<unknown>): void {
    const end = (): void => {
      if (this.#queues.get(queue) === turn) this.#queues.delete(queue);
    };
    const turn: Promise<void> = result.then(end, end);
    this.#queues.set(queue, turn);
  }

  #enter({ key, about }: Pick<Sending<never>, 'key' | 'about'>, content: string, waits: boolean): Sent {
    const id = newTransactionId();
    const entry: Sent = {
      id,
      key,
      digest: digestOf(content, id),
      at: Date.now(),
      since: Date.now(),
      asked: Date.now(),
      about: about ?? null,
      phase: waits ? 'waiting' : 'sending',
      outcome: 'no-answer-yet',
      error: null,
      status: '',
      device: null,
      isNews: false,
    };
    this.#write([entry, ...this.getSnapshot()]);
    return entry;
  }

  /** The entry under the id of the open sending that it repeats; a different content closes that. */
  async #asRepeated(entry: Sent, content: string): Promise<Sent> {
    const open = this.#openOf(entry.key, entry.id);
    if (!open) return entry;
    const isSame = isRepeatable(open, content);
    // What surely did not reach the server is not kept. Of the rest another page may have learnt the outcome.
    if (isSame && (open.outcome === 'not-sent' || (await this.#ports.kept.has(open.id)))) {
      const again = { ...entry, id: open.id, digest: open.digest, since: open.since };
      const others = this.getSnapshot().filter(({ id }) => id !== open.id);
      this.#write(others.map((sent) => (sent.id === entry.id ? again : sent)));
      return again;
    }
    this.#change(open.id, { key: '' });
    await this.#ports.kept.remove(open.id);
    return entry;
  }

  async #sendNow<Answer>(
    now: Sent,
    { outcomeOf, devicesOf }: Sending<Answer>,
    call: Call<Answer>,
    owner: number,
  ): Promise<SendResult<Answer>> {
    try {
      const answer = await call(now.id);
      const devices = devicesOf?.(answer) ?? null;
      const end = {
        outcome: outcomeOf?.(answer) ?? 'taken',
        error: null,
        ...(devices !== null && { devices }),
      } as const;
      await this.#end(now, end, owner);
      return { kind: 'done', answer };
    } catch (error) {
      const isOurs = error instanceof ApiError;
      const end = { outcome: isOurs ? outcomeOfError(error) : 'unknown', error: isOurs ? error : null } as const;
      await this.#end(now, end, owner);
      if (!isOurs) throw error;
      return { kind: 'failed', error };
    }
  }

  async #end({ id, about }: Sent, end: SendingEnd, owner: number): Promise<void> {
    const { outcome } = end;
    if (about && outcome !== 'refused' && outcome !== 'waits' && outcome !== 'not-sent')
      this.#ports.onChange(about.target);
    if (owner !== this.#owner) return;
    const isNews = about !== null && (this.#shown.get(about.command) ?? 0) === 0;
    this.#change(id, { phase: 'ended', ...end, isNews });
    if (outcome !== 'unknown') await this.#ports.kept.remove(id);
  }

  async #restore(): Promise<void> {
    const owner = this.#owner;
    const kept = await this.#ports.kept.load();
    if (owner !== this.#owner) return;
    const known = new Set(this.getSnapshot().map(({ id }) => id));
    const earlier = kept
      .filter(({ id }) => !known.has(id))
      .toSorted((left, right) => right.at - left.at)
      .map((sending): Sent => ({
        ...sending,
        phase: 'ended',
        outcome: 'unknown',
        error: null,
        status: '',
        asked: sending.at,
        device: null,
        isNews: sending.about !== null,
      }));
    this.#write([...this.getSnapshot(), ...earlier]);
  }

  #openOf(key: string, except = ''): Sent | null {
    const last = this.getSnapshot().find((sent) => sent.key === key && sent.id !== except);
    return last && isOpen(last) ? last : null;
  }

  #change(id: string, change: Partial<Sent>): void {
    this.#write(this.getSnapshot().map((sent) => (sent.id === id ? { ...sent, ...change } : sent)));
  }

  #write(sent: readonly Sent[]): void {
    let ended = 0;
    const bounded = sent.filter((one) => {
      if (one.phase !== 'ended' || isOpen(one)) return true;
      ended += 1;
      return ended <= MOST_ENDED;
    });
    this.#ports.store.set(sentAtom, bounded);
  }
}

/**
 * Milliseconds in which an unknown outcome may be asked for by sending the same again. Later the device may have been
 * changed by others: then the same content is a new command, which is carried out.
 */
export const REPEATABLE_MS = 3_600_000;

const isRepeatable = ({ id, digest, since, outcome }: Sent, content: string): boolean =>
  digest === digestOf(content, id) && (outcome === 'not-sent' || Date.now() - since < REPEATABLE_MS);

const contentOf = ({ key, content = null }: SendingContent): string => JSON.stringify([key, content]);

/** Of a content, by the sending's own id: the same content of two sendings cannot be told to be the same. */
const digestOf = (content: string, id: string): string => v5(content, id);

/** Its session ended before its turn. Nobody sees this: the screen that waits for it is gone. */
const abandoned = (transactionId: string): SendResult<never> => ({
  kind: 'failed',
  error: new ApiError({
    kind: 'aborted',
    outcome: 'not-sent',
    callPath: '',
    transactionId,
    message: 'The session ended before this was sent.',
  }),
});
