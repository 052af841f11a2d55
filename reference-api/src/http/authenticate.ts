import type { FastifyRequest } from 'fastify';
import { isoAfter, isoTime, MINUTE, type Clock } from '../time/clock.ts';
import { clientNetworkOf } from '../security/client-network.ts';
import { hashSecret } from '../security/tokens.ts';
import { recordAction, type AuditedActor } from '../services/audit.ts';
import type { Actor } from '../services/context.ts';
import { countAttempt } from '../store/attempts.ts';
import { permissionNamesOf } from '../store/permissions.ts';
import { findCredentialOwner, findKeyAccount, findSessionAccount } from '../store/sessions.ts';
import type { Database } from '../store/store.ts';
import { AuthorizationFailed } from '../errors/request-errors.ts';
import { tokenOf } from './token.ts';

/** What the audit says of a call whose caller is not let in. */
interface Asked {
  readonly path: string;
  readonly transactionId: string;
}

const WINDOW = 15 * MINUTE;
/**
 * Of an address's refused tokens the audit keeps the first of 15 minutes and then each hundredth: a flood must not fill
 * the disk.
 */
const KEPT_REFUSALS = { first: 20, then: 100 };

/** Whose token it was, as far as it is known, and why it opens nothing. */
async function explain(db: Database, hash: string | undefined): Promise<{ actor: AuditedActor; reason: string }> {
  const owner = hash === undefined ? undefined : await findCredentialOwner(db, hash);
  if (!owner)
    return {
      actor: { accountId: null, email: '', via: 'anonymous' },
      reason: hash === undefined ? 'no token' : 'an unknown token',
    };
  const over = owner.via === 'session' ? 'the session is over' : 'the API key is not active';
  return {
    actor: { accountId: owner.id, email: owner.email, via: owner.via },
    reason: owner.status === 'ACTIVE' ? over : 'the account is disabled',
  };
}

async function refuse(
  db: Database,
  clock: Clock,
  request: FastifyRequest,
  asked: Asked,
  hash: string | undefined,
): Promise<never> {
  const now = clock.now();
  const { attempts } = await countAttempt(
    db,
    `token address ${clientNetworkOf(request.ip)}`,
    isoTime(now),
    isoAfter(now, WINDOW),
  );
  if (attempts <= KEPT_REFUSALS.first || attempts % KEPT_REFUSALS.then === 0) {
    const { actor, reason } = await explain(db, hash);
    await recordAction(db, {
      at: isoTime(now),
      actor,
      call: asked.path,
      body: {},
      outcome: 'refused',
      message: reason,
      transactionId: asked.transactionId,
      address: request.ip,
    });
  }
  throw new AuthorizationFailed();
}

/**
 * The account behind the request's token or API key, with its rights as they are now (W3, D21). Throws
 * AuthorizationFailed, after the audit was told.
 */
export async function authenticate(db: Database, clock: Clock, request: FastifyRequest, asked: Asked): Promise<Actor> {
  const token = tokenOf(request);
  if (token === undefined) return refuse(db, clock, request, asked, undefined);
  const hash = hashSecret(token);
  const session = await findSessionAccount(db, hash, isoTime(clock.now()));
  const key = session ? undefined : await findKeyAccount(db, hash);
  const account = session ?? key;
  if (!account) return refuse(db, clock, request, asked, hash);
  request.tokenAdmission?.accepted();
  request.accountId = account.id;
  return {
    accountId: account.id,
    email: account.email,
    userlevel: account.role,
    permissions: await permissionNamesOf(db, account.id),
    via: session ? 'session' : 'key',
    opens: key?.opens ?? 'all',
    credentialId: session?.session_id ?? key?.key_id ?? 0,
  };
}
