import { NotAuthorised } from '../errors/request-errors.ts';
import { batchRunsOf } from '../store/batch-runs.ts';
import type { Service } from './context.ts';

/** Most runs of one answer. */
const RUNS = 200;

/** A run as the wire carries it. */
export function batchRunAnswer(run: Awaited<ReturnType<typeof batchRunsOf>>[number]) {
  const { queued = 0, sent = 0, acknowledged = 0, failed = 0 } = run.counts;
  const found = queued + sent + acknowledged + failed;
  const notFound = run.is_complete === 'complete' && run.devices !== null ? run.devices - found : null;
  return {
    batchId: run.batch_id,
    action: run.action,
    file: run.file,
    oldfile: run.old_file,
    user: run.email,
    startedAt: run.created_at,
    updatedAt: run.updated_at,
    total: run.devices,
    found,
    notFound,
    sent,
    acknowledged,
    failed,
    lastimei: run.last_imei,
    isComplete: run.is_complete,
  };
}

/** The newest batch runs of the acting account, or of everyone for those who manage users (D17). */
export const batchRuns: Service<'batchRuns'> = async ({ db, actor }, { everyone = false }) => {
  if (everyone && actor.userlevel === 'USER')
    throw new NotAuthorised(actor.permissions, 'the batches of everyone are for administrators');
  const runs = await batchRunsOf(db, everyone ? null : actor.accountId, RUNS);
  return { status: 'success', message: '', items: runs.map(batchRunAnswer) };
};
