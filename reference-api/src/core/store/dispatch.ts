import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { deleteSetting, EPOCH_SETTING, findOrInsertSetting, holdSetting, putSetting, readSetting } from './settings.ts';
import { inTransaction, type Database } from './store.ts';

/** Whether commands are sent, and who decided it. A restore sets `paused`, by `restore`. */
const DISPATCH = 'dispatch';
const WAIT = 'gateway_wait';
/** Present after a restore, until the provider's list was read to its end; a module defines its contents. */
export const HOLD = 'reconcile';
const EPOCHS = 'deployment_epochs';
/** Commands that this minute still allows, and since when. */
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

const budget = v.object({ at: v.string(), left: v.number() });

export interface Control {
  readonly epoch: string;
  readonly dispatch: Dispatch;
  readonly wait: GatewayWait | undefined;
  /** A comparison with the provider is under way: nothing is sent or asked until it is over, or somebody resumes. */
  readonly isHeld: boolean;
}

function parsed<Schema extends v.GenericSchema>(schema: Schema, text: string | undefined) {
  return text === undefined ? undefined : v.parse(schema, JSON.parse(text));
}

export const controlSettings = [EPOCH_SETTING, DISPATCH, WAIT, HOLD] as const;

export function controlOf(settings: ReadonlyMap<string, string>): Control {
  return {
    epoch: settings.get(EPOCH_SETTING) ?? '',
    dispatch: parsed(dispatch, settings.get(DISPATCH)) ?? { state: 'running', why: '', by: '', at: '' },
    wait: parsed(wait, settings.get(WAIT)),
    isHeld: settings.has(HOLD),
  };
}

export async function readControl(db: Database): Promise<Control> {
  const rows = await db.selectFrom('settings').selectAll().where('name', 'in', controlSettings).execute();
  return controlOf(new Map(rows.map(({ name, value }) => [name, value])));
}

export function putDispatch(db: Database, value: Dispatch): Promise<void> {
  return putSetting(db, DISPATCH, JSON.stringify(value));
}

/**
 * Pauses sending because this database is older than what others have seen of it: what they saw would be sent again. A
 * pause that is there stays. Returns whether it paused.
 */
export function pauseAsOlder(db: Database, why: string, at: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { dispatch: now } = await readControl(tx);
    if (now.state === 'paused') return false;
    await putDispatch(tx, { state: 'paused', why, by: '', at });
    return true;
  });
}

/** What to do when a database came back from an earlier time without anybody saying so. */
export const MARK_RESTORED =
  'It was brought back to an earlier time. Stop every server, run mark-restored, and start them again.';

export function putWait(db: Database, value: GatewayWait | undefined): Promise<void> {
  return value === undefined ? deleteSetting(db, WAIT) : putSetting(db, WAIT, JSON.stringify(value));
}

const texts = v.array(v.string());

export async function knownEpochs(db: Database): Promise<readonly string[]> {
  return parsed(texts, await readSetting(db, EPOCHS)) ?? [];
}

/** Returns the first epoch, which backups keep. A new one means a restore: `onRestored` then holds what was open. */
export async function enterEpoch(
  db: Database,
  onRestored: (tx: Database, former: readonly string[]) => Promise<void>,
): Promise<string> {
  await findOrInsertSetting(db, EPOCH_SETTING, randomUUID());
  await findOrInsertSetting(db, EPOCHS, '[]');
  return inTransaction(db, async (tx) => {
    const known = parsed(texts, await holdSetting(tx, EPOCHS)) ?? [];
    const { epoch, dispatch: state } = await readControl(tx);
    const [first = epoch] = known;
    if (known.includes(epoch)) return first;
    await putSetting(tx, EPOCHS, JSON.stringify([...known, epoch]));
    if (known.length > 0 || state.by === RESTORE) await onRestored(tx, known);
    return first;
  });
}

const MINUTE = 60_000;

/** Takes up to `wanted` commands of the minute's budget; returns how many. A negative number gives unused ones back. */
export async function takeBudget(db: Database, perMinute: number, wanted: number, now: Date): Promise<number> {
  const tenSeconds = Math.max(1, perMinute / 6);
  const at = now.toISOString();
  await findOrInsertSetting(db, BUDGET, JSON.stringify({ at, left: tenSeconds }));
  return inTransaction(db, async (tx) => {
    const before = parsed(budget, await holdSetting(tx, BUDGET)) ?? { at, left: 0 };
    const passed = Math.max(0, now.getTime() - Date.parse(before.at));
    const filled = Math.min(tenSeconds, before.left + (passed * perMinute) / MINUTE);
    const taken = Math.min(wanted, Math.floor(filled));
    await putSetting(tx, BUDGET, JSON.stringify({ at, left: filled - taken }));
    return taken;
  });
}
