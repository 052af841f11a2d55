import type { Generated } from 'kysely';
import * as c from '../../core/store/columns.ts';

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

export const schema: c.TableSet = {
  tables,
  constraints: {
    recovery_codes: 'unique (account_id, code_hash)',
    identity_challenges: 'unique (ticket_hash)',
  },
  indexes: {
    identity_challenges_account: 'identity_challenges (account_id)',
    identity_challenges_expiry: 'identity_challenges (expires_at)',
  },
};
