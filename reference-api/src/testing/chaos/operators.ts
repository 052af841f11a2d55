import type { CallName } from '@device-console/shared-lib/contract';
import { batchItemTransactionId, newTransactionId } from '@device-console/shared-lib/crypto';
import { setTimeout } from 'node:timers/promises';
import { isoTime, systemClock } from '../../core/time/clock.ts';
import { postToChild } from '../child-client.ts';
import { putList } from '../test-batch.ts';
import { SHARED_KEY } from '../test-api.ts';
import { PASSWORD, people } from '../test-data.ts';
import type { ChaosDeployment } from './deployment.ts';
import type { Plan } from './plan.ts';
import { CALL_TIME } from './short-times.ts';

/** More attempts than any fault outlasts. */
const MOST_ATTEMPTS = 100;
const LONGEST_WAIT = 200;

/** A command that was requested. */
export interface Asked {
  readonly transactionId: string;
  readonly imei: string;
  readonly action: string;
  /** The single commands, sent one after the other, that this belongs to; undefined for items of a batch. */
  readonly stream: object | undefined;
  /** Whether the API has accepted the command; undefined if no answer came. */
  answer: 'taken' | 'refused' | undefined;
}

interface Who {
  readonly email: string;
  readonly token: string;
}

type Answer = Awaited<ReturnType<typeof postToChild>>;

/** Operators at their consoles: they repeat a call without an answer under the same id, until they give up. */
export class Operators {
  readonly asked: Asked[] = [];
  /** Instances that did not answer in time, until the run is over. */
  readonly #silent = new Set<number>();
  #turns = 0;

  private constructor(
    private readonly deployment: ChaosDeployment,
    private readonly admin: Who,
    private readonly superadmin: Who,
  ) {}

  static async logIn(deployment: ChaosDeployment): Promise<Operators> {
    const logIn = async (email: string): Promise<Who> => {
      const at = { address: deployment.addressOf(0) };
      const body = { email, password: PASSWORD };
      const { token } = await postToChild(at, 'login', body, '', newTransactionId(), { sharedKey: SHARED_KEY });
      return { email, token };
    };
    return new Operators(deployment, await logIn(people.admin.email), await logIn(people.superadmin.email));
  }

  /** Sends again to instances that did not answer in time. */
  trustAll(): void {
    this.#silent.clear();
  }

  /** Sends single commands, each after the answer to the one before it. */
  async sendStream(stream: Plan['streams'][number], imeis: readonly string[]): Promise<void> {
    for (const { phone, action, isPatient } of stream) {
      const asked = this.#ask(newTransactionId(), imeis[phone] ?? '', action, stream);
      const body = { imei: asked.imei, action };
      const answer = await this.#send(this.admin, 'lockNotification', body, asked.transactionId, isPatient);
      if (!answer) continue;
      asked.answer = answer.status === 'success' ? 'taken' : 'refused';
    }
  }

  /** Sends the items of a batch in one call. */
  async sendChunk({ action, phones, isPatient }: Plan['chunks'][number], imeis: readonly string[]): Promise<void> {
    const batchId = newTransactionId();
    const listed = phones.map((phone) => imeis[phone] ?? '');
    const at = isoTime(systemClock.now());
    await putList(this.deployment.store, { email: this.admin.email, at, action, batchId, imeis: listed });
    const asked = listed.map((imei) => this.#ask(batchItemTransactionId(batchId, imei, action), imei, action));
    const items = asked.map(({ imei, transactionId }, index) => ({ row: index + 1, imei, transactionId }));
    const body = { action, batchId, filename: 'chaos.csv', items };
    const answer = await this.#send(this.admin, 'batchItems', body, newTransactionId(), isPatient);
    if (!answer) return;
    const outcomes = answer['items'] as readonly { readonly outcome: string; readonly message: string }[];
    for (const [index, one] of asked.entries())
      one.answer = outcomes[index]?.outcome === 'answered' && outcomes[index].message === 'found' ? 'taken' : 'refused';
  }

  /** Cancels what was not sent to the first two of these phones, or pauses dispatch until {@link resume}. */
  async decide(decision: Plan['decisions'][number], imeis: readonly string[]): Promise<void> {
    const reason = 'Whatever happens';
    if (decision === 'pause') return this.#turn('paused');
    for (const imei of imeis.slice(0, 2)) {
      const body = { decision, reason, filter: { imei } };
      await this.#send(this.superadmin, 'operationsDecide', body, newTransactionId(), true);
    }
  }

  /** Requests a password reset, which is answered whatever becomes of the mail. */
  async forget(): Promise<void> {
    const { email } = this.admin;
    await this.#send({ email, token: '' }, 'forgotPassword', { email }, newTransactionId(), true);
  }

  resume(): Promise<void> {
    return this.#turn('running');
  }

  /** Returns the state of each command of a phone, by its transactionId, as the console shows it. */
  async shownOf(imei: string): Promise<ReadonlyMap<string, string>> {
    const answer = await this.#send(this.admin, 'auditReportByImei', { imei1: imei }, newTransactionId(), true);
    const rows = (answer?.['commands'] ?? []) as readonly { readonly transactionId: string; readonly status: string }[];
    return new Map(rows.map(({ transactionId, status }) => [transactionId, status]));
  }

  async #turn(dispatch: 'paused' | 'running'): Promise<void> {
    const body = { dispatch, reason: 'Whatever happens' };
    await this.#send(this.superadmin, 'operationsDispatch', body, newTransactionId(), true);
  }

  #ask(transactionId: string, imei: string, action: string, stream?: object): Asked {
    const asked: Asked = { transactionId, imei, action, stream, answer: undefined };
    this.asked.push(asked);
    return asked;
  }

  /** Returns the instance of the next attempt: in turn, without those that do not answer, as nginx does it. */
  #next(): number {
    const { size } = this.deployment;
    if (this.#silent.size === size) this.#silent.clear();
    do this.#turns += 1;
    while (this.#silent.has(this.#turns % size));
    return this.#turns % size;
  }

  /** Calls until an answer comes; undefined if an impatient operator gives up. Throws if all attempts fail. */
  async #send(
    { email, token }: Who,
    name: CallName,
    body: object,
    transactionId: string,
    isPatient: boolean,
  ): Promise<Answer | undefined> {
    let last: unknown;
    for (let attempt = 0; attempt < (isPatient ? MOST_ATTEMPTS : 1); attempt += 1) {
      const instance = this.#next();
      try {
        const at = { address: this.deployment.addressOf(instance) };
        const wire = { sharedKey: SHARED_KEY, signal: AbortSignal.timeout(CALL_TIME) };
        return await postToChild(at, name, { user: email, ...body }, token, transactionId, wire);
      } catch (error) {
        // This is no answer of the API: whether it has done the call is unknown.
        last = error;
        if (error instanceof Error && error.name === 'TimeoutError') this.#silent.add(instance);
        await setTimeout(Math.min(LONGEST_WAIT, 25 * 2 ** attempt));
      }
    }
    if (!isPatient) return undefined;
    throw new Error(`${name} was not answered after ${MOST_ATTEMPTS} attempts`, { cause: last });
  }
}
