import * as v from 'valibot';
import { HOLD, knownEpochs } from '../../core/store/dispatch.ts';
import { deleteSetting, holdSetting, putSetting, readSetting } from '../../core/store/settings.ts';
import type { Database } from '../../core/store/store.ts';
import { holdRestored } from './hold-restored.ts';
import { countUndecided, deleteDifferences } from './reconcile-rows.ts';

/** How far the comparison with the provider after a restore has come. */
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

function parsed(text: string | undefined): Reconcile | undefined {
  return text === undefined ? undefined : v.parse(reconcile, JSON.parse(text));
}

/** The comparison; undefined where there is none to make. */
export async function readReconcile(db: Database): Promise<Reconcile | undefined> {
  return parsed(await readSetting(db, HOLD));
}

/** As {@link readReconcile}, held until the transaction ends. */
export async function holdReconcile(db: Database): Promise<Reconcile | undefined> {
  return parsed(await holdSetting(db, HOLD));
}

export function putReconcile(db: Database, value: Reconcile | undefined): Promise<void> {
  return value === undefined ? deleteSetting(db, HOLD) : putSetting(db, HOLD, JSON.stringify(value));
}

/** The epochs before this one, whose commands the provider may know. */
export async function formerEpochs(db: Database, epoch: string): Promise<readonly string[]> {
  return (await knownEpochs(db)).filter((one) => one !== epoch);
}

/** The comparison from its beginning. */
export function freshReconcile(epochs: readonly string[]): Reconcile {
  return { phase: 'queued', after: 0, epochs: [...epochs], cursor: '', pages: 0, asked: 0, agreed: 0, unread: false };
}

/** What the provider knows is compared before anything is sent, and what was open in the backup is held. */
export async function beginReconcile(tx: Database, former: readonly string[]): Promise<void> {
  await deleteDifferences(tx);
  await putReconcile(tx, freshReconcile(former));
  await holdRestored(tx);
}

/** How the comparison after a restore stands. */
export async function reconcileState(db: Database, step: Reconcile | undefined): Promise<string> {
  if (!step) return '';
  if (step.phase !== 'asked') return 'asking';
  return (await countUndecided(db)) > 0 ? 'undecided' : 'done';
}
