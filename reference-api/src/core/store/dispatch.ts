import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import {
  deleteSetting,
  EPOCH_SETTING,
  findOrInsertSetting,
  holdSetting,
  putSetting,
  readSettingsOf,
} from './settings.ts';
import { holdRestored } from './hold-restored.ts';
import { inTransaction, type Database } from './store.ts';

/** Whether commands are sent, and who said so. A restore says `paused`, by `restore`. */
const DISPATCH = 'dispatch';
/** Until when the provider keeps this deployment waiting, and why. */
const WAIT = 'gateway_wait';
/** How far the comparison with the provider after a restore has come; absent where there is none to make. */
const RECONCILE = 'reconcile';
/** Every epoch that this database has been worked in. */
const EPOCHS = 'deployment_epochs';
/** What is left of the minute's commands, and since when. */
const BUDGET = 'gateway_budget';

const RESTORE = 'restore';

const dispatch = v.object({
  state: v.picklist(['running', 'paused']),
  why: v.optional(v.string(), ''),
  by: v.optional(v.string(), ''),
  at: v.optional(v.string(), ''),
});
export type Dispatch = v.InferOutput<typeof dispatch>;

const wait = v.object({ until: v.string(), why: v.string(), failures: v.number() });
export type GatewayWait = v.InferOutput<typeof wait>;

const reconcile = v.object({
  /**
   * `queued`, `sent`, `unknown`: the provider is asked about what is so here; `theirs`: for what it has; `asked`: all
   * is done.
   */
  phase: v.picklist(['queued', 'sent', 'unknown', 'theirs', 'asked']),
  /** The last command that was asked about. */
  after: v.number(),
  /** Epochs whose lists are still to be read, and the place in the first one's. */
  epochs: v.array(v.string()),
  cursor: v.string(),
  /** Pages of the first one's list that were read. */
  pages: v.optional(v.number(), 0),
  asked: v.number(),
  agreed: v.number(),
  /** It was ended before the provider's list was read to its end. */
  unread: v.optional(v.boolean(), false),
});
export type Reconcile = v.InferOutput<typeof reconcile>;

const budget = v.object({ at: v.string(), left: v.number() });

/** What a worker goes by. */
export interface Control {
  readonly epoch: string;
  readonly dispatch: Dispatch;
  readonly wait: GatewayWait | undefined;
  readonly reconcile: Reconcile | undefined;
}

function parsed<Schema extends v.GenericSchema>(schema: Schema, text: string | undefined) {
  return text === undefined ? undefined : v.parse(schema, JSON.parse(text));
}

/** The settings that a worker goes by. */
export const controlSettings = [EPOCH_SETTING, DISPATCH, WAIT, RECONCILE] as const;

/** What the settings say, by their names. */
export function controlOf(settings: ReadonlyMap<string, string>): Control {
  return {
    epoch: settings.get(EPOCH_SETTING) ?? '',
    dispatch: parsed(dispatch, settings.get(DISPATCH)) ?? { state: 'running', why: '', by: '', at: '' },
    wait: parsed(wait, settings.get(WAIT)),
    reconcile: parsed(reconcile, settings.get(RECONCILE)),
  };
}

export async function readControl(db: Database): Promise<Control> {
  return controlOf(await readSettingsOf(db, controlSettings));
}

export function putDispatch(db: Database, value: Dispatch): Promise<void> {
  return putSetting(db, DISPATCH, JSON.stringify(value));
}

export function putWait(db: Database, value: GatewayWait | undefined): Promise<void> {
  return value === undefined ? deleteSetting(db, WAIT) : putSetting(db, WAIT, JSON.stringify(value));
}

export function putReconcile(db: Database, value: Reconcile | undefined): Promise<void> {
  return value === undefined ? deleteSetting(db, RECONCILE) : putSetting(db, RECONCILE, JSON.stringify(value));
}

/** As {@link readControl} of the comparison alone, held until the transaction ends. */
export async function holdReconcile(db: Database): Promise<Reconcile | undefined> {
  return parsed(reconcile, await holdSetting(db, RECONCILE));
}

const texts = v.array(v.string());

/** The epochs before this one, whose commands the provider may know. */
export async function formerEpochs(db: Database, epoch: string): Promise<readonly string[]> {
  const known = parsed(texts, (await readSettingsOf(db, [EPOCHS])).get(EPOCHS)) ?? [];
  return known.filter((one) => one !== epoch);
}

/** The comparison from its beginning. */
export function freshReconcile(epochs: readonly string[]): Reconcile {
  return { phase: 'queued', after: 0, epochs: [...epochs], cursor: '', pages: 0, asked: 0, agreed: 0, unread: false };
}

/**
 * Gives a new database its epoch; returns the first that it had, which backups keep. In an epoch that it has not been
 * worked in before, the database was restored: what the provider knows is compared before anything is sent, and what
 * was open is held.
 */
export async function enterEpoch(db: Database): Promise<string> {
  await findOrInsertSetting(db, EPOCH_SETTING, randomUUID());
  await findOrInsertSetting(db, EPOCHS, '[]');
  return inTransaction(db, async (tx) => {
    const known = parsed(texts, await holdSetting(tx, EPOCHS)) ?? [];
    const { epoch, dispatch: state } = await readControl(tx);
    const [first = epoch] = known;
    if (known.includes(epoch)) return first;
    const isRestored = known.length > 0 || state.by === RESTORE;
    await putSetting(tx, EPOCHS, JSON.stringify([...known, epoch]));
    if (isRestored) {
      await tx.deleteFrom('reconcile_rows').execute();
      await putReconcile(tx, freshReconcile(known));
      await holdRestored(tx);
      return first;
    }
    for (const status of ['queued', 'sent'] as const)
      await tx
        .updateTable('commands')
        .set({ epoch, active_epoch: epoch })
        .where('status', '=', status)
        .where('active_epoch', '=', '')
        .execute();
    return first;
  });
}

const MINUTE = 60_000;

/** The most that may be sent at once: ten seconds' share. */
const burstOf = (perMinute: number): number => Math.max(1, perMinute / 6);

/**
 * Takes commands of the minute's budget, up to `wanted`; says how many there are. A negative number gives back what was
 * not needed.
 */
export async function takeBudget(db: Database, perMinute: number, wanted: number, now: Date): Promise<number> {
  const burst = burstOf(perMinute);
  const at = now.toISOString();
  await findOrInsertSetting(db, BUDGET, JSON.stringify({ at, left: burst }));
  return inTransaction(db, async (tx) => {
    const before = parsed(budget, await holdSetting(tx, BUDGET)) ?? { at, left: 0 };
    const passed = Math.max(0, now.getTime() - Date.parse(before.at));
    const filled = Math.min(burst, before.left + (passed * perMinute) / MINUTE);
    const taken = Math.min(wanted, Math.floor(filled));
    await putSetting(tx, BUDGET, JSON.stringify({ at, left: filled - taken }));
    return taken;
  });
}
