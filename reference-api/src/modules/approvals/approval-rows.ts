import type { Generated, Insertable, Selectable } from 'kysely';
import { countRows } from '../../core/store/count-rows.ts';
import type { Fixed, Time } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';

/** `failed`: approved, but could no longer be executed. `expired`: nobody decided in time. */
type ApprovalState = 'waiting' | 'approved' | 'refused' | 'expired' | 'failed';

/** A request to approve a command or a batch's list (C12 to C16). */
interface ApprovalTable {
  id: Generated<number>;
  /** The asker; for an API key, its owner. */
  account_id: Fixed<number>;
  via: Fixed<'session' | 'key'>;
  credential_id: Fixed<number>;
  /** Name of the call to execute; '' for a batch. */
  call: Fixed<string>;
  transaction_id: Fixed<string>;
  /** The call's body as JSON; '' for a batch. */
  body: Fixed<string>;
  /** Hash of the call's body, or of the batch's list. */
  body_hash: Fixed<string>;
  action: Fixed<string>;
  /** '' for a batch. */
  imei: Fixed<string>;
  batch_id: Fixed<string | null>;
  devices: Fixed<number>;
  state: ApprovalState;
  /** Why it was refused, failed or expired. */
  why: string;
  created_at: Fixed<Time>;
  expires_at: Time;
  decided_by: number | null;
  decided_at: Time | null;
}

declare module '../../core/store/schema.ts' {
  interface Schema {
    approvals: ApprovalTable;
  }
}

export type Approval = Selectable<ApprovalTable>;

/** Selects requests that wait, and have not expired. */
export const waitingAt = (db: Database, now: string) =>
  db.selectFrom('approvals').where('state', '=', 'waiting').where('expires_at', '>', now);

/** Reads a request and locks it until the transaction ends. */
export function holdApproval(db: Database, id: number): Promise<Approval | undefined> {
  return db.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function decideApproval(
  db: Database,
  id: number,
  decision: { readonly state: ApprovalState; readonly why: string; readonly by: number | null; readonly at: string },
): Promise<void> {
  const { state, why, by, at } = decision;
  await db.updateTable('approvals').set({ state, why, decided_by: by, decided_at: at }).where('id', '=', id).execute();
}
