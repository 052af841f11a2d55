import { calls } from '@device-console/shared-lib/contract';
import * as v from 'valibot';
import { approvedBy, countApprovedBy } from '../store/approvals.ts';
import { countActionsSince, firstActionsSince } from '../store/containment.ts';
import type { Database } from '../store/store.ts';

/** Changes of one kind that an answer names. */
const NAMED = 50;

/** What the audit's detail of a change says. */
export const subject = v.object({ account: v.optional(v.string(), ''), message: v.optional(v.string(), '') });

async function namedOf(db: Database, ids: readonly number[], since: string, path: string) {
  const rows = await firstActionsSince(db, ids, since, path, NAMED);
  return rows.map(({ at, action, detail }) => {
    const { account, message } = v.parse(subject, JSON.parse(detail));
    const disabled = path === calls.updateUserStatus.path && action === 'INACTIVE' ? 'yes' : '';
    return { account, what: [action, message].filter((text) => text !== '').join(': '), at, disabled };
  });
}

/** What accounts changed of people, keys, approvals and the queue since a time: how much, and whose and what (S35). */
export async function changesOf(
  db: Database,
  ids: readonly number[],
  since: string,
  { paths, withdrawn }: { readonly paths: readonly string[]; readonly withdrawn: number },
) {
  const changes = [];
  for (const { call, count } of await countActionsSince(db, ids, since, paths))
    changes.push({ call, count, named: await namedOf(db, ids, since, call) });
  const approved = withdrawn + (await countApprovedBy(db, ids, since));
  if (approved === 0) return changes;
  const named = (await approvedBy(db, ids, since, NAMED)).map(
    ({ email, action, imei, batch_id: batch, decided_at }) => ({
      account: email,
      what: [action, imei, batch ?? ''].filter((text) => text !== '').join(' '),
      at: decided_at ?? '',
      disabled: '',
    }),
  );
  return [...changes, { call: calls.decideApproval.path, count: approved, named }];
}
