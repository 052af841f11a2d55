import { parseArgs } from 'node:util';
import { auditCommand, withStore, type CliCommand } from '../../core/cli/cli-parts.ts';
import { deleteEnded, deleteEndedOf, PIECE_ROWS, type DeletePiece } from '../../core/housekeeping.ts';
import type { ApiModule } from '../../core/module.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import type { SingleSignOn } from '../../core/calls/context.ts';
import { findAccountByEmail } from '../../core/store/accounts.ts';
import { inTransaction } from '../../core/store/store.ts';
import { type SignOn, signOnVariables, isLinked, unlinkAccount } from './sign-on-parts.ts';
import { beginSignOnProof, proveBySignOn, beginSignIn, signInByCode, signOut } from './single-sign-on.ts';

export const singleSignOnBy = ({ provider: { name, issuer }, isOnlyWay }: SignOn): SingleSignOn => ({
  name,
  isOnlyWay,
  isLinked: (db, accountId) => isLinked(db, accountId, issuer),
});

const unlinkSignOn: CliCommand = async (args, parts) => {
  const { values } = parseArgs({ args: [...args], options: { email: { type: 'string' } } });
  const email = (values.email ?? '').trim().toLowerCase();
  return withStore(parts, (store) =>
    inTransaction(store.db, async (tx) => {
      const account = await findAccountByEmail(tx, email);
      if (!account) throw new ConfigurationError(`There is no account with the e-mail "${email}".`);
      if ((await unlinkAccount(tx, account.id)) === 0) return [`${email} is linked to no login of a provider.`];
      await auditCommand(tx, parts, 'unlink-sign-on', { email }, 'link to the identity provider taken away');
      return [`${email} is linked to no login any more. The next one with this e-mail links the account anew.`];
    }),
  );
};

/** Deletes the ID tokens of expired sessions; sessions that were ended have none. */
const forgetIdTokens: DeletePiece = async (db, before) => {
  const old = db
    .selectFrom('sessions')
    .select('id')
    .where('id_token', 'is not', null)
    .where('expires_at', '<', before)
    .limit(PIECE_ROWS);
  const gone = await db
    .updateTable('sessions')
    .set({ id_token: null })
    .where('id', 'in', old)
    .returning('id')
    .execute();
  return gone.length === PIECE_ROWS;
};

/** Logins at the organisation's identity provider (S21 to S30). */
export const singleSignOn = {
  name: 'single-sign-on',
  anonymousServices: { beginSignIn, signInByCode },
  services: { signOut, beginSignOnProof, proveBySignOn },
  variables: signOnVariables,
  housekeeping: {
    'single sign-ons': deleteEnded(deleteEndedOf('single_sign_ons', 'id', 'expires_at')),
    'ID tokens': deleteEnded(forgetIdTokens),
  },
  accountClosed: unlinkAccount,
  commandLine: {
    usage: ['unlink-sign-on --email <address>   (the next login at the identity provider links the account anew)'],
    commands: { 'unlink-sign-on': unlinkSignOn },
  },
} as const satisfies ApiModule;
