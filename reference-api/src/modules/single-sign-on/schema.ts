import {
  fixed,
  fixedAccount,
  fixedTexts,
  id,
  reference,
  type Fixed,
  type RowsOf,
  type TableSet,
} from '../../core/store/columns.ts';

const tables = {
  /** Which subject of which issuer logs in to which account (S22). */
  account_identities: { id, ...fixedTexts('issuer', 'subject', 'linked_at'), ...fixedAccount },
  /** A login at the identity provider that is under way, until the page brings the answer (S21). */
  single_sign_ons: {
    id,
    state_hash: fixed(),
    /** Hash of the secret that the asking page keeps. */
    handle_hash: fixed(),
    ...fixedTexts('nonce', 'verifier', 'created_at', 'expires_at'),
    /** The session whose holder proves who they are; null for a login (S30). */
    session_id: reference<Fixed<number | null>>(),
  },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends RowsOf<typeof tables> {}
}

export const schema: TableSet = {
  tables,
  constraints: {
    account_identities: 'unique (issuer, subject), unique (account_id, issuer)',
    single_sign_ons: 'unique (state_hash)',
  },
};
