import * as v from 'valibot';
import { calls, roles, type PutBack } from '@device-console/shared-lib/contract';
import { findAccountByEmail } from '../../core/store/accounts.ts';
import { findApiKey } from '../../core/store/api-keys.ts';
import { readControl } from '../../core/store/dispatch.ts';
import { listPermissions, permissionsOf } from '../../core/store/permissions.ts';
import type { Database } from '../../core/store/store.ts';

const text = v.optional(v.string(), '');

/** A change in the audit, with the values before it. */
export const auditedChange = v.object({
  account: text,
  message: text,
  keyId: v.fallback(text, ''),
  before: v.fallback(
    v.partial(
      v.object({
        status: v.string(),
        role: v.picklist(roles),
        permissions: v.array(v.number()),
        dispatch: v.picklist(['running', 'paused']),
      }),
    ),
    {},
  ),
});

export type AuditedChange = v.InferOutput<typeof auditedChange>;

/** What reverts a change; for an API key also its `owner` and `name`. */
interface Found {
  readonly owner?: string;
  readonly name?: string;
  readonly putBack?: PutBack | undefined;
}

async function ofKey(db: Database, { keyId, before }: AuditedChange): Promise<Found> {
  const key = await findApiKey(db, Number(keyId));
  if (!key) return {};
  const { email: owner, name, status, revoked_at: revokedAt } = key;
  if (revokedAt !== null || status === before.status) return { owner, name };
  const other = status === 'active' ? 'inactive' : 'active';
  return { owner, name, putBack: { call: 'updateKeyStatus', keyId, name, status: other } };
}

async function ofAccount(db: Database, { account, before }: AuditedChange): Promise<PutBack | undefined> {
  const found = await findAccountByEmail(db, account.trim().toLowerCase());
  if (!found || found.contained_at !== null) return undefined;
  const { id, email, phone, status, role } = found;
  if (before.role !== undefined && before.role !== role) return { call: 'changeRole', email, role: before.role };
  if (before.status !== undefined && before.status !== status)
    return { call: 'updateUserStatus', email, status: status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE' };
  const { permissions } = before;
  const held = (await permissionsOf(db, id)).map((row) => row.id);
  if (permissions === undefined || held.join() === permissions.join()) return undefined;
  const given = (await listPermissions(db)).filter((row) => permissions.includes(row.id));
  const names = given.map(({ name }) => name).join(', ');
  return { call: 'updateUser', id: String(id), email, phone, names, permissions };
}

/** What reverts a change of contained accounts; nothing if it is reverted, or was one of a contained account. */
export async function findPutBack(
  db: Database,
  path: string,
  change: AuditedChange,
  contained: readonly string[],
): Promise<Found> {
  if (path === calls.updateKeyStatus.path) return ofKey(db, change);
  if (path !== calls.operationsDispatch.path) return { putBack: await ofAccount(db, change) };
  const { state, by } = (await readControl(db)).dispatch;
  const { dispatch } = change.before;
  if (dispatch === undefined || state === dispatch || !contained.includes(by)) return {};
  return { putBack: { call: 'operationsDispatch', dispatch } };
}
