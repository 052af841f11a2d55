import * as v from 'valibot';
import { roles } from '../permissions.ts';
import { answerWith, fieldsOf, plainAnswer, wireList, wireNumber, wireOptionalText, wireText } from '../wire.ts';
import { added, change, specified } from './define-call.ts';
import {
  adminsOnly,
  email,
  empty,
  permissionIds,
  reasonText,
  secret,
  superadminsOnly,
  time,
  unknownOrNumber,
  wholeNumber,
  word,
} from './fields.ts';

/** An open session of the caller's account (S12); `own` is `yes` for the calling one, times are ISO 8601. */
const sessionRow = v.object({
  id: wireText,
  ...fieldsOf(wireOptionalText, 'started_at', 'last_used_at', 'expires_at', 'address', 'last_address', 'own'),
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
    id: v.string(),
    email: v.string(),
    phone: v.string(),
    permissions: v.array(v.number()),
    names: v.string(),
  }),
  v.object({
    call: v.literal('updateKeyStatus'),
    keyId: v.string(),
    name: v.string(),
    status: v.picklist(['active', 'inactive']),
  }),
  v.object({ call: v.literal('operationsDispatch'), dispatch: v.picklist(['running', 'paused']) }),
]);
export type PutBack = v.InferOutput<typeof putBack>;

/**
 * A change: whose, what and when (ISO 8601). Without `account`, the contained one's own, or the queue's. `putBack` is
 * at the first change of what still differs from before it.
 */
const namedChange = v.object({
  ...fieldsOf(wireOptionalText, 'account', 'what', 'at'),
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
const containmentAnswer = answerWith({
  since: wireOptionalText,
  sessions: count,
  keys: count,
  factors: count,
  codes: count,
  signOns: count,
  logins: count,
  links: count,
  cancelled: count,
  batches: count,
  requests: count,
  withdrawn: count,
  sent: wireList(sentRow),
  changes: wireList(changedRow),
  accounts: wireList(madeRow),
});
export type ContainmentAnswer = v.InferOutput<typeof containmentAnswer>;

/**
 * A console user (U1). `permissions_id` is a comma list of numbers. Beyond the specification, and empty with an
 * existing back end: `userlevel`; `invitation`, `open` or `over` if invited and without a password yet;
 * `second_factor`, `yes` if there is one (S15); `contained`, if locked out until a superadmin lets them in (S32).
 */
const userRow = v.object({
  id: wireText,
  email: wireText,
  ...fieldsOf(wireOptionalText, 'phone', 'permissions', 'permissions_id', 'loginstatus', 'userstatus', 'userlevel'),
  ...fieldsOf(wireOptionalText, 'invitation', 'second_factor', 'contained'),
});
export type UserRow = v.InferOutput<typeof userRow>;

/**
 * An API key without its text (K1). What follows `created_at` is beyond the specification (K2): its owner, its end, its
 * last use and from where, when it was revoked, the ids of commands that it may send and networks that it may come
 * from, comma-joined ('' is all), and commands that it may send a minute (null: no limit). Times are ISO 8601, '' if
 * none.
 */
const keyRow = v.object({
  id: wireText,
  key_name: wireText,
  ...fieldsOf(wireOptionalText, 'status', 'created_at', 'owner', 'expires_at', 'last_used_at', 'last_address'),
  ...fieldsOf(wireOptionalText, 'revoked_at', 'commands', 'networks'),
  per_minute: unknownOrNumber,
});

/** Days that a new key lasts by default, and at most; null if the server gives none. */
const keyDays = { key_days: unknownOrNumber, key_days_most: unknownOrNumber };

// The bare list comes first: an object schema of optional fields takes an array for an empty object.
const keyList = v.union([
  v.pipe(
    v.array(keyRow),
    v.transform((items) => ({ status: 'success' as const, message: '', items, key_days: null, key_days_most: null })),
  ),
  answerWith({ items: wireList(keyRow), ...keyDays }),
]);

/** Most commands, networks and commands a minute that a key can be bounded to. */
const COMMANDS = 100;
const NETWORKS = 20;
const COMMANDS_A_MINUTE = 1_000_000;

/**
 * Users and permissions (U1 to U4), API keys (K1, K2); beyond the specification one's own account, and further changes
 * to others'.
 */
export const accountCalls = {
  /** The caller's open sessions, newest first (S12). `given_password`: an admin's password must be replaced (S27). */
  ownSessions: added('ownSessions.php', 'session', empty, {
    items: wireList(sessionRow),
    given_password: wireOptionalText,
  }),
  /** Ends one session of the caller's account; without `sessionId` all but the calling one (S12). */
  endSessions: change('endSessions.php', 'session', { sessionId: v.optional(word) }),
  /** Reports that the page is in use although it makes no calls: the session is not idle (S11). */
  keepSession: added('keepSession.php', 'session', empty, empty),
  /** Sets the caller's own password; ends the account's other sessions and all its keys (P3). */
  changePassword: change('changePassword.php', 'session', { currentPassword: secret, newPassword: secret }),
  /** Creates an account of the role USER whose owner sets the password by a mailed link, or mails another link (U5). */
  inviteUser: change('inviteUser.php', adminsOnly, { email, phone: word, permissions: permissionIds }),
  /** Mails an account a link by which its owner chooses a new password; until then the present one works (U8). */
  sendPasswordLink: change('sendPasswordLink.php', adminsOnly, { email }),
  /** Sets the password by the link of an invitation or of an admin, once, within 72 hours (U5, U8). */
  acceptInvitation: added('acceptInvitation.php', 'anyone', { token: secret, newPassword: secret }, empty),
  /** Gives an account another role; ends its sessions and keys (U6). */
  changeRole: change('changeRole.php', superadminsOnly, { email, role: v.picklist(roles) }),
  /** Closes an account for good; the audit and the commands still name it (U7). */
  closeAccount: change('closeAccount.php', adminsOnly, { email }),
  /**
   * Takes everything from a compromised account at once: its user is locked out, and its waiting commands are not sent
   * (S32 to S36). Without `since`, all second factors go, and the last 24 hours are counted. `made: false` spares the
   * accounts that it created since.
   */
  containAccount: added(
    'containAccount.php',
    superadminsOnly,
    { email, reason: reasonText, since: v.optional(time), made: v.optional(v.boolean()) },
    containmentAnswer.entries,
    'change',
  ),
  getUsers: specified(
    'getUsers.php',
    adminsOnly,
    empty,
    answerWith({
      items: wireList(userRow),
      /** `yes` if people can be invited by mail (U5). */
      invitations: wireOptionalText,
      /** `yes` if a forced logout also revokes the account's API keys (K3). */
      logout_revokes_keys: wireOptionalText,
      /** Days that an admin's password is valid; null: until changed (S27). */
      given_password_days: unknownOrNumber,
    }),
    { method: 'GET', shows: ['items'], beyondAnswer: ['invitations', 'logout_revokes_keys', 'given_password_days'] },
  ),
  getPermissions: specified(
    'getPermissions.php',
    adminsOnly,
    empty,
    answerWith({
      permissions: wireList(v.object({ id: wireNumber, permission_name: wireText })),
    }),
    { method: 'GET', shows: ['permissions'] },
  ),
  addUser: specified(
    'addUser.php',
    adminsOnly,
    { email, phone: word, password: secret, permissions: permissionIds },
    plainAnswer,
    { once: 'change', shows: ['status', 'message'] },
  ),
  updateUser: specified(
    'updateUser.php',
    adminsOnly,
    { id: word, email, phone: word, permissions: permissionIds },
    plainAnswer,
    { once: 'change', shows: ['status', 'message'] },
  ),
  updateUserStatus: specified(
    'updateUserStatus.php',
    adminsOnly,
    { email, status: v.picklist(['ACTIVE', 'INACTIVE']) },
    plainAnswer,
    { once: 'change', shows: [] },
  ),
  updateLoginStatus: specified('updateLoginStatus.php', adminsOnly, { email }, plainAnswer, {
    once: 'change',
    shows: [],
  }),
  /** The specification says "reply shape not shown", and uses a list: D21a says where. */
  viewKeys: specified('keymanagement/view_keys.php', adminsOnly, empty, keyList, {
    method: 'GET',
    shows: ['items'],
    beyondAnswer: ['key_days', 'key_days_most'],
  }),
  /** Beyond the specification: days, commands, networks and rate of the key (K2). */
  generateKey: specified(
    'generate_key.php',
    adminsOnly,
    {
      key_name: word,
      user_id: email,
      days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      commands: v.optional(v.pipe(v.array(word), v.minLength(1), v.maxLength(COMMANDS))),
      networks: v.optional(v.pipe(v.array(word), v.minLength(1), v.maxLength(NETWORKS))),
      per_minute: v.optional(wholeNumber(1, COMMANDS_A_MINUTE)),
    },
    answerWith({ key: wireOptionalText }),
    { once: 'change', shows: ['message'], beyondBody: ['days', 'commands', 'networks', 'per_minute'] },
  ),
  updateKeyStatus: specified(
    'keymanagement/update_key_status.php',
    adminsOnly,
    { keyId: word, status: v.picklist(['active', 'inactive']) },
    plainAnswer,
    { once: 'change', shows: [] },
  ),
  /** Revokes every API key of an account for good (K3). */
  revokeKeys: change('keymanagement/revoke_keys.php', adminsOnly, { email }),
} as const;
