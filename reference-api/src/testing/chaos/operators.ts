import { type CallName, UNAVAILABLE } from '@device-console/shared-lib/contract';
import { batchItemTransactionId, newTransactionId } from '@device-console/shared-lib/crypto';
import { setTimeout } from 'node:timers/promises';
import { recordIntent } from '../../core/store/uploads.ts';
import { clientOf } from '../child-client.ts';
import type { Session } from '../client.ts';
import { rowsOf } from '../rows.ts';
import { SHARED_KEY } from '../least-settings.ts';
import { people } from '../test-data.ts';
import type { ChaosDeployment } from './deployment.ts';
import type { Plan } from './plan.ts';

/** More attempts than any fault outlasts. */
const MOST_ATTEMPTS = 100;
/** Milliseconds between two attempts, and for one. */
const [LONGEST_WAIT, CALL_TIME] = [200, 600];
const reason = 'Whatever happens';

/** A command that was requested. */
export interface Asked {
  readonly transactionId: string;
  readonly imei: string;
  readonly action: string;
  /** The single commands, sent one after the other, that this belongs to; undefined for items of a batch. */
  readonly stream?: object | undefined;
  /** Whether the API has accepted the command; undefined if no answer came. */
  answer?: 'taken' | 'refused';
}

/** What a command needs besides its phone. */
const textsOf = (action: string) => (action === 'notify' ? { message: 'Please pay.' } : {});

type Who = 'admin' | 'superadmin';
type Answer = Readonly<Record<string, unknown>>;

/** Operators at their consoles: they repeat a call without an answer under the same id, until they give up. */
export class Operators {
  /** What was asked for in the present run. */
  readonly asked: Asked[] = [];
  #turns = 0;

  private constructor(
    private readonly deployment: ChaosDeployment,
    private readonly sessions: Readonly<Record<Who, Session>>,
  ) {}

  static async logIn(deployment: ChaosDeployment): Promise<Operators> {
    const { as } = await clientOf({ address: deployment.addressOf(0) }, SHARED_KEY);
    return new Operators(deployment, { admin: await as('admin'), superadmin: await as('superadmin') });
  }

  /** Sends single commands, each after the answer to the one before it. */
  async sendStream(stream: Plan['streams'][number], imeis: readonly string[]): Promise<void> {
    for (const { phone, action, isPatient } of stream) {
      const asked: Asked = { transactionId: newTransactionId(), imei: imeis[phone] ?? '', action, stream };
      this.asked.push(asked);
      const body = { imei: asked.imei, action, ...textsOf(action) };
      const answer = await this.#send('admin', 'lockNotification', body, asked.transactionId, isPatient);
      if (answer) asked.answer = answer['status'] === 'success' ? 'taken' : 'refused';
    }
  }

  /** Sends the items of a batch in one call; its list is in the database already. */
  async sendChunk({ action, phones, isPatient }: Plan['chunks'][number], imeis: readonly string[]): Promise<void> {
    const batchId = newTransactionId();
    const listed = phones.map((phone) => imeis[phone] ?? '');
    const { store } = this.deployment;
    const [account] = await rowsOf(store, 'accounts', { email: people.admin.email });
    const list = { action, batch_id: batchId, devices: listed.length, imei_list: listed.join(',') };
    await recordIntent(store.db, { account_id: account?.id ?? 0, ...list, created_at: new Date().toISOString() });
    const asked = listed.map((imei): Asked => {
      return { transactionId: batchItemTransactionId(batchId, imei, action), imei, action };
    });
    this.asked.push(...asked);
    const items = asked.map(({ imei, transactionId }, index) => ({
      ...{ row: index + 1, imei, transactionId },
      ...textsOf(action),
    }));
    const body = { action, batchId, filename: 'chaos.csv', items };
    const answer = await this.#send('admin', 'batchItems', body, newTransactionId(), isPatient);
    if (!answer) return;
    const outcomes = answer['items'] as readonly { readonly outcome: string; readonly message: string }[];
    for (const [index, one] of asked.entries())
      one.answer = outcomes[index]?.outcome === 'answered' && outcomes[index].message === 'found' ? 'taken' : 'refused';
  }

  /** Cancels what was not sent to the first two of these phones, or pauses dispatch until {@link turn}. */
  async decide(decision: Plan['decisions'][number], imeis: readonly string[]): Promise<void> {
    if (decision === 'pause') return this.turn('paused');
    for (const imei of imeis.slice(0, 2))
      await this.#send('superadmin', 'operationsDecide', { decision, reason, filter: { imei } });
  }

  /** Requests a password reset, which is answered whatever becomes of the mail. */
  async forget(): Promise<void> {
    await this.#send('admin', 'forgotPassword', { email: people.admin.email });
  }

  async turn(dispatch: 'paused' | 'running'): Promise<void> {
    await this.#send('superadmin', 'operationsDispatch', { dispatch, reason });
  }

  /** Returns the state of each command of these phones, by its transactionId, as the console shows it. */
  async shownOf(imeis: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const shown = new Map<string, string>();
    for (const imei of imeis) {
      const answer = await this.#send('admin', 'auditReportByImei', { imei1: imei });
      const commands = (answer?.['commands'] ?? []) as readonly Readonly<Record<string, string>>[];
      for (const { transactionId, status } of commands) shown.set(transactionId ?? '', status ?? '');
    }
    return shown;
  }

  /**
   * Calls the instances in turn until an answer comes; undefined if an impatient operator gives up. Throws if all
   * attempts fail.
   */
  async #send(
    who: Who,
    name: CallName,
    body: object,
    transactionId = newTransactionId(),
    isPatient = true,
  ): Promise<Answer | undefined> {
    let last: unknown;
    for (let attempt = 0; attempt < (isPatient ? MOST_ATTEMPTS : 1); attempt += 1) {
      this.#turns += 1;
      const client = await clientOf({ address: this.deployment.addressOf(this.#turns) }, SHARED_KEY);
      const { call } = client.session(people[who].email, this.sessions[who].token);
      try {
        const { sealed, answer } = await call(name, body, { transactionId, signal: AbortSignal.timeout(CALL_TIME) });
        // Without its database the API did nothing, and says so (D2a).
        if (sealed && answer['reason'] !== UNAVAILABLE) return answer;
        last = answer;
      } catch (error) {
        last = error;
      }
      // Anything else was no answer of the API: whether it has done the call is unknown.
      await setTimeout(Math.min(LONGEST_WAIT, 25 * 2 ** attempt));
    }
    if (!isPatient) return undefined;
    throw new Error(`${name} was not answered after ${MOST_ATTEMPTS} attempts`, { cause: last });
  }
}
