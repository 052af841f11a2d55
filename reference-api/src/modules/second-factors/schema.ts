import type { Generated } from 'kysely';
import {
  account_id,
  fixed,
  fixedTexts,
  id,
  nullables,
  reference,
  text,
  texts,
  type RowsOf,
  type TableSet,
} from '../../core/store/columns.ts';

const tables = {
  recovery_codes: { id, account_id, ...texts('code_hash'), ...fixedTexts('created_at'), ...nullables('used_at') },
  identity_challenges: {
    id,
    account_id,
    session_id: reference<Generated<number | null>>(),
    /** `login`: the password was right. `proof` and `registration`: challenges for a passkey in a session. */
    purpose: text<'login' | 'proof' | 'registration'>(),
    ticket_hash: text(),
    /** What a passkey signs; '' if none is asked for. */
    challenge: text(),
    created_at: fixed(),
    expires_at: text(),
  },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends RowsOf<typeof tables> {}
}

export const schema: TableSet = {
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
