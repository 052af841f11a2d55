import { calls } from '@device-console/shared-lib/contract';
import * as v from 'valibot';
import type { Account } from '../../core/store/accounts.ts';
import { countDecidedBy, decidedBy } from '../approvals/approval-rows.ts';
import { countActionsSince, firstActionsSince } from './containment-rows.ts';
import type { Database } from '../../core/store/store.ts';
import { putBackFinder, type PutBackFinder } from './put-back.ts';

/** Changes of one kind that an answer names. */
const NAMED = 50;

/** What the audit's detail of a change says. */
export const subject = v.object({ account: v.optional(v.string(), ''), message: v.optional(v.string(), '') });

const words = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ');

async function namedOf(db: Database, ids: readonly number[], since: string, path: string, findPutBack: PutBackFinder) {
  const named = [];
  for (const { at, action, detail } of await firstActionsSince(db, ids, since, path, NAMED)) {
    const change: unknown = JSON.parse(detail);
    const { account, message } = v.parse(subject, change);
    const { owner = account, name = '', putBack } = await findPutBack(path, change);
    const what = [words(action, name), message].filter((text) => text !== '').join(': ');
    named.push({ account: owner, what, at, putBack });
  }
  return named;
}

/** What accounts changed of people, keys, approvals and the queue since a time: how much, and whose and what (S35). */
export async function changesOf(
  db: Database,
  accounts: readonly Pick<Account, 'id' | 'email'>[],
  since: string,
  { paths, reopened }: { readonly paths: readonly string[]; readonly reopened: readonly number[] },
) {
  const ids = accounts.map(({ id }) => id);
  const findPutBack = putBackFinder(db, accounts);
  const changes = [];
  for (const { call, count } of await countActionsSince(db, ids, since, paths))
    changes.push({ call, count, named: await namedOf(db, ids, since, call, findPutBack) });
  const decided = reopened.length + (await countDecidedBy(db, ids, since));
  if (decided === 0) return changes;
  const named = (await decidedBy(db, ids, since, reopened, NAMED)).map(
    ({ email, state, action, imei, batch_id: batch, decided_at }) => ({
      account: email,
      what: `${words(action, imei, batch ?? '')}: ${state === 'waiting' ? 'approved, waits again' : state}`,
      at: decided_at ?? '',
    }),
  );
  return [...changes, { call: calls.decideApproval.path, count: decided, named }];
}
