import * as v from 'valibot';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { HOLD, knownEpochs, readControl } from '../../core/store/dispatch.ts';
import { deleteSetting, holdSetting, putSetting, readSetting } from '../../core/store/settings.ts';
import type { Database } from '../../core/store/store.ts';
import { holdRestored } from './hold-restored.ts';
import { goOnInEpoch, leaveUnasked } from './reconcile-rows.ts';

/** Present where a comparison was ended before the provider's list was read to its end. */
const UNREAD = 'provider_unread';

/** How far the comparison with the provider after a restore has come. */
const reconcile = v.object({
  /** `queued`: the provider is asked about what is queued here; `theirs`: for what it has. */
  phase: v.picklist(['queued', 'theirs']),
  /** Epochs whose lists are still to be read, and the place in the first one's. */
  epochs: v.array(v.string()),
  cursor: v.string(),
  /** Pages of the first one's list that were read. */
  pages: v.number(),
});
export type Reconcile = v.InferOutput<typeof reconcile>;

function parsed(text: string | undefined): Reconcile | undefined {
  return text === undefined ? undefined : v.parse(reconcile, JSON.parse(text));
}

/** The comparison; undefined where there is none under way. */
export async function readReconcile(db: Database): Promise<Reconcile | undefined> {
  return parsed(await readSetting(db, HOLD));
}

/** As {@link readReconcile}, held until the transaction ends. */
export async function holdReconcile(db: Database): Promise<Reconcile | undefined> {
  return parsed(await holdSetting(db, HOLD));
}

export function putReconcile(db: Database, value: Reconcile): Promise<void> {
  return putSetting(db, HOLD, JSON.stringify(value));
}

/** The comparison is over: what it found is written, and nothing is held any more. */
export async function overReconcile(tx: Database): Promise<void> {
  await deleteSetting(tx, HOLD);
  await deleteSetting(tx, UNREAD);
}

/** What the provider knows is asked for before anything is sent, and what was open in the backup is held. */
export async function beginReconcile(tx: Database, former: readonly string[]): Promise<void> {
  await putReconcile(tx, { phase: 'queued', epochs: [...former], cursor: '', pages: 0 });
  await holdRestored(tx);
}

/** Asks for everything again, of a database that was restored once. */
export async function askAgain(tx: Database): Promise<void> {
  const { epoch } = await readControl(tx);
  const epochs = (await knownEpochs(tx)).filter((one) => one !== epoch);
  if (epochs.length === 0) throw new BusinessError('There is nothing to compare: this database was not restored.');
  await putReconcile(tx, { phase: 'queued', epochs, cursor: '', pages: 0 });
}

/**
 * Ends a comparison to which the provider gives no end. What it was not asked about may have been sent: it is unknown
 * until the provider says more, and goes only where somebody sends it again.
 */
export async function endReconcile(tx: Database, at: string): Promise<void> {
  const step = await holdReconcile(tx);
  if (!step) throw new BusinessError('No comparison is under way.');
  const { epoch } = await readControl(tx);
  await leaveUnasked(tx, epoch);
  await goOnInEpoch(tx, epoch, at);
  await overReconcile(tx);
  if (step.epochs.length > 0) await putSetting(tx, UNREAD, at);
}

/** How the comparison after a restore stands: `asking`, `unread` where it was ended too early, else ''. */
export async function reconcileState(db: Database): Promise<'asking' | 'unread' | ''> {
  if ((await readReconcile(db)) !== undefined) return 'asking';
  return (await readSetting(db, UNREAD)) === undefined ? '' : 'unread';
}
