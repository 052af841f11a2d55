import type { Generated } from 'kysely';
import * as c from '../../core/store/columns.ts';
import { firstStep } from './0001-initial.ts';
import type { TableSet } from '../../core/store/migrations/migration-list.ts';

const tables = {
  recovery_codes: {
    id: c.id,
    account_id: c.account_id,
    ...c.texts('code_hash'),
    ...c.fixedTexts('created_at'),
    ...c.nullables('used_at'),
  },
  identity_challenges: {
    id: c.id,
    account_id: c.account_id,
    session_id: c.reference<Generated<number | null>>(),
    /** `login`: the password was right. `proof` and `registration`: challenges for a passkey in a session. */
    purpose: c.text<'login' | 'proof' | 'registration'>(),
    ticket_hash: c.text(),
    /** What a passkey signs; '' if none is asked for. */
    challenge: c.text(),
    created_at: c.fixed(),
    expires_at: c.text(),
  },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends c.RowsOf<typeof tables> {}
}

export const schema: TableSet = { tables, firstStep };
