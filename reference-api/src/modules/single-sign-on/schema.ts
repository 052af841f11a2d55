import * as c from '../../core/store/columns.ts';
import { firstStep } from './0001-initial.ts';
import type { TableSet } from '../../core/store/migrations/migration-list.ts';

const tables = {
  /** Which subject of which issuer logs in to which account (S22). */
  account_identities: { id: c.id, ...c.fixedTexts('issuer', 'subject', 'linked_at'), ...c.fixedAccount },
  /** A login at the identity provider that is under way, until the page brings the answer (S21). */
  single_sign_ons: {
    id: c.id,
    state_hash: c.fixed(),
    /** Hash of the secret that the asking page keeps. */
    handle_hash: c.fixed(),
    ...c.fixedTexts('nonce', 'verifier', 'created_at', 'expires_at'),
    /** The session whose holder proves who they are; null for a login (S30). */
    session_id: c.reference<c.Fixed<number | null>>(),
  },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends c.RowsOf<typeof tables> {}
}

export const schema: TableSet = { tables, firstStep };
