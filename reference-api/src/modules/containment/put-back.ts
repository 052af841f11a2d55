import { calls, roles, type PutBack } from '@device-console/shared-lib/contract';
import * as v from 'valibot';
import { findAccountByEmail, type Account } from '../../core/store/accounts.ts';
import { findApiKey } from '../../core/store/api-keys.ts';
import { readControl } from '../../core/store/dispatch.ts';
import { listPermissions, permissionIdsOf } from '../../core/store/permissions.ts';
import type { Database } from '../../core/store/store.ts';

/** What reverts a change; for an API key also its `owner` and `name`. */
interface Found {
  readonly owner?: string;
  readonly name?: string;
  readonly putBack?: PutBack | undefined;
}

/** Finds what reverts a change in the audit: nothing if it is already reverted, or an earlier change has the same. */
export type PutBackFinder = (path: string, detail: unknown) => Promise<Found>;

const ofAccount = { account: v.string() };
const userStatus = v.object({ ...ofAccount, before: v.object({ status: v.picklist(['ACTIVE', 'INACTIVE']) }) });
const role = v.object({ ...ofAccount, before: v.object({ role: v.picklist(roles) }) });
const permissions = v.object({ ...ofAccount, before: v.object({ permissions: v.array(v.number()) }) });
const keyStatus = v.object({ keyId: v.string(), before: v.object({ status: v.picklist(['active', 'inactive']) }) });
const dispatch = v.object({ before: v.object({ dispatch: v.picklist(['running', 'paused']) }) });

type Reader = (db: Database, detail: unknown, contained: ReadonlySet<string>) => Promise<Found>;

/** Reads a change of an account. Finds nothing if the account is missing or contained. */
function ofUser<Change extends v.GenericSchema<unknown, { readonly account: string }>>(
  schema: Change,
  putBackOf: (db: Database, account: Account, change: v.InferOutput<Change>) => Promise<PutBack | undefined>,
): Reader {
  return async (db, detail) => {
    const { success, output: change } = v.safeParse(schema, detail);
    const account = success ? await findAccountByEmail(db, change.account.trim().toLowerCase()) : undefined;
    if (!success || !account || account.contained_at !== null) return {};
    return { putBack: await putBackOf(db, account, change) };
  };
}

const readers: Readonly<Record<string, Reader>> = {
  [calls.updateUserStatus.path]: ofUser(userStatus, async (_db, { email, status }, { before }) =>
    status === before.status ? undefined : { call: 'updateUserStatus', email, status: before.status },
  ),
  [calls.changeRole.path]: ofUser(role, async (_db, account, { before }) =>
    account.role === before.role ? undefined : { call: 'changeRole', email: account.email, role: before.role },
  ),
  [calls.updateUser.path]: ofUser(permissions, async (db, { id, email, phone }, { before }) => {
    const now = await permissionIdsOf(db, id);
    if (now.join() === before.permissions.join()) return undefined;
    const given = (await listPermissions(db)).filter((row) => before.permissions.includes(row.id));
    const names = given.map(({ name }) => name).join(', ');
    return { call: 'updateUser', ...{ id: String(id), email, phone, names, permissions: before.permissions } };
  }),
  [calls.updateKeyStatus.path]: async (db, detail) => {
    const { success, output } = v.safeParse(keyStatus, detail);
    const key = success ? await findApiKey(db, Number(output.keyId)) : undefined;
    if (!success || !key) return {};
    const { email: owner, name, status, revoked_at: revokedAt } = key;
    if (revokedAt !== null || status === output.before.status) return { owner, name };
    return {
      ...{ owner, name },
      putBack: { call: 'updateKeyStatus', keyId: output.keyId, name, status: output.before.status },
    };
  },
  [calls.operationsDispatch.path]: async (db, detail, contained) => {
    const { success, output } = v.safeParse(dispatch, detail);
    const { state, by } = (await readControl(db)).dispatch;
    if (!success || state === output.before.dispatch || !contained.has(by)) return {};
    return { putBack: { call: 'operationsDispatch', dispatch: output.before.dispatch } };
  },
};

function subjectOf(putBack: PutBack): string {
  if (putBack.call === 'operationsDispatch') return '';
  return putBack.call === 'updateKeyStatus' ? putBack.keyId : putBack.email;
}

/** Makes a finder for the changes of contained accounts; pass it the changes in order. */
export function putBackFinder(db: Database, contained: readonly Pick<Account, 'email'>[]): PutBackFinder {
  const emails = new Set(contained.map(({ email }) => email));
  const told = new Set<string>();
  return async (path, detail) => {
    const found = (await readers[path]?.(db, detail, emails)) ?? {};
    if (!found.putBack) return found;
    const subject = `${path} ${subjectOf(found.putBack)}`;
    if (told.has(subject)) return { ...found, putBack: undefined };
    told.add(subject);
    return found;
  };
}
