import * as v from 'valibot';
import { roles } from '../permissions.ts';
import { answerFields, each, plainAnswer, wireList, wireNumber, wireOptionalText, wireText } from '../wire.ts';
import { added, anonymous, beyond, change } from './define-call.ts';
import { adminsOnly, email, empty, permissionIds, reasonText, secret, superadminsOnly, time, word } from './fields.ts';

/** An open session of the caller's account (S12); `own` is `yes` for the calling one, times are ISO 8601. */
const sessionRow = v.object({
  id: wireText,
  ...each(wireOptionalText, 'started_at', 'last_used_at', 'expires_at', 'address', 'last_address', 'own'),
});
export type SessionRow = v.InferOutput<typeof sessionRow>;

const count = v.optional(wireNumber, 0);

/** Commands of one action that a contained account sent (S34). */
const sentRow = v.object({ action: wireText, count });
/** The call that reverts a change, with its former values as body. */
const putBack = v.variant('call', [
  v.object({ call: v.literal('updateUserStatus'), email: v.string(), status: v.picklist(['ACTIVE', 'INACTIVE']) }),
  v.object({ call: v.literal('changeRole'), email: v.string(), role: v.picklist(roles) }),
  v.object({
    call: v.literal('updateUser'),
    ...{ id: v.string(), email: v.string(), phone: v.string(), permissions: v.array(v.number()) },
    names: v.string(),
  }),
  v.object({
    call: v.literal('updateKeyStatus'),
    ...{ keyId: v.string(), name: v.string(), status: v.picklist(['active', 'inactive']) },
  }),
  v.object({ call: v.literal('operationsDispatch'), dispatch: v.picklist(['running', 'paused']) }),
]);
export type PutBack = v.InferOutput<typeof putBack>;

/**
 * A change: whose, what and when (ISO 8601). Without `account`, the contained one's own, or the queue's. `putBack` is
 * at the first change of what still differs from before it.
 */
const namedChange = v.object({
  ...each(wireOptionalText, 'account', 'what', 'at'),
  putBack: v.fallback(v.optional(putBack), undefined),
});
/** Changes that a contained account made to people, keys, approvals or the queue (S35), by call. */
const changedRow = v.object({ call: wireText, count, named: wireList(namedChange) });
/** An account that a contained one created; `contained` is `yes` if it was contained too (S35). */
const madeRow = v.object({ email: wireText, contained: wireOptionalText });

/**
 * What containing an account did, and what the account had done `since` (ISO 8601). Counts: open `sessions`, `keys`,
 * second `factors` and recovery `codes` removed, links to an identity provider (`signOns`), half-open `logins`, mailed
 * `links`, commands `cancelled`, `batches` held, `requests` for an approval refused, and approvals of others' batches
 * `withdrawn`. `sent` counts commands that may have reached phones.
 */
const containmentAnswer = v.object({
  ...answerFields,
  since: wireOptionalText,
  ...{ sessions: count, keys: count, factors: count, codes: count, signOns: count, logins: count, links: count },
  ...{ cancelled: count, batches: count, requests: count, withdrawn: count },
  sent: wireList(sentRow),
  changes: wireList(changedRow),
  accounts: wireList(madeRow),
});
export type ContainmentAnswer = v.InferOutput<typeof containmentAnswer>;

/** One's own account, and changes to others' beside U1 to U4; all beyond the specification. */
export const accountCalls = {
  /** The caller's open sessions, newest first (S12). `given_password`: an admin's password must be replaced (S27). */
  ownSessions: added(
    'ownSessions.php',
    'session',
    empty,
    v.object({ ...answerFields, items: wireList(sessionRow), given_password: wireOptionalText }),
  ),
  /** Ends one session of the caller's account; without `sessionId` all but the calling one (S12). */
  endSessions: change('endSessions.php', 'session', v.object({ sessionId: v.optional(word) })),
  /** Reports that the page is in use although it makes no calls: the session is not idle (S11). */
  keepSession: added('keepSession.php', 'session', empty, plainAnswer),
  /** Sets the caller's own password; ends the account's other sessions and all its keys (P3). */
  changePassword: change('changePassword.php', 'session', v.object({ currentPassword: secret, newPassword: secret })),
  /** Creates an account of the role USER whose owner sets the password by a mailed link, or mails another link (U5). */
  inviteUser: change('inviteUser.php', adminsOnly, v.object({ email, phone: word, permissions: permissionIds })),
  /** Sets the first password by the link of an invitation, once, within 72 hours (U5). */
  acceptInvitation: beyond(
    anonymous('acceptInvitation.php', 'sealed', v.object({ token: secret, newPassword: secret }), plainAnswer),
  ),
  /** Gives an account another role; ends its sessions and keys (U6). */
  changeRole: change('changeRole.php', superadminsOnly, v.object({ email, role: v.picklist(roles) })),
  /** Closes an account for good; the audit and the commands still name it (U7). */
  closeAccount: change('closeAccount.php', adminsOnly, v.object({ email })),
  /**
   * Takes everything from a compromised account at once: its user is locked out, and its waiting commands are not sent
   * (S32 to S36). Without `since`, all second factors go, and the last 24 hours are counted. `made: false` spares the
   * accounts that it created since.
   */
  containAccount: added(
    'containAccount.php',
    superadminsOnly,
    v.object({ email, reason: reasonText, since: v.optional(time), made: v.optional(v.boolean()) }),
    containmentAnswer,
    'change',
  ),
} as const;
