import * as v from 'valibot';
import { answerFields, plainAnswer, wireList, wireNumber, wireOptionalText, wireText } from '../wire.ts';
import { read, sealed, shows, showsNothing } from './define-call.ts';
import { adminsOnly, text } from './fields.ts';

/**
 * A console user (U1). `permissions_id` is a comma list of numbers. `userlevel` is beyond the specification: an
 * existing back end leaves it empty.
 */
const userRow = v.object({
  id: wireText,
  email: wireText,
  phone: wireOptionalText,
  permissions: wireOptionalText,
  permissions_id: wireOptionalText,
  loginstatus: wireOptionalText,
  userstatus: wireOptionalText,
  userlevel: wireOptionalText,
});
export type UserRow = v.InferOutput<typeof userRow>;

const keyRow = v.object({
  id: wireText,
  key_name: wireText,
  status: wireOptionalText,
  created_at: wireOptionalText,
});
// The bare list stands first: an object schema whose fields are all optional takes an array for an empty object.
const keyList = v.union([
  v.pipe(
    v.array(keyRow),
    v.transform((items) => ({ status: 'success' as const, message: '', items })),
  ),
  v.object({ ...answerFields, items: wireList(keyRow) }),
]);

/** Users, permissions and API keys (U1 to U4, K1). */
export const administrationCalls = {
  getUsers: shows(read('getUsers.php', adminsOnly, v.object({ ...answerFields, items: wireList(userRow) })), ['items']),
  getPermissions: shows(
    read(
      'getPermissions.php',
      adminsOnly,
      v.object({
        ...answerFields,
        permissions: wireList(v.object({ id: wireNumber, permission_name: wireText })),
      }),
    ),
    ['permissions'],
  ),
  addUser: shows(
    sealed(
      'POST',
      'addUser.php',
      adminsOnly,
      v.object({ email: text, phone: text, password: text, permissions: v.array(v.number()) }),
      plainAnswer,
    ),
    ['status', 'message'],
  ),
  updateUser: shows(
    sealed(
      'POST',
      'updateUser.php',
      adminsOnly,
      v.object({ id: text, email: text, phone: text, permissions: v.array(v.number()) }),
      plainAnswer,
    ),
    ['status', 'message'],
  ),
  updateUserStatus: showsNothing(
    sealed(
      'POST',
      'updateUserStatus.php',
      adminsOnly,
      v.object({ email: text, status: v.picklist(['ACTIVE', 'INACTIVE']) }),
      plainAnswer,
    ),
  ),
  updateLoginStatus: showsNothing(
    sealed('POST', 'updateLoginStatus.php', adminsOnly, v.object({ email: text }), plainAnswer),
  ),
  /** The specification says "reply shape not shown" of it, and use a list: where it stands is D21a's. */
  viewKeys: shows(read('keymanagement/view_keys.php', adminsOnly, keyList), ['items']),
  generateKey: shows(
    sealed(
      'POST',
      'generate_key.php',
      adminsOnly,
      v.object({ key_name: text, user_id: text }),
      v.object({ ...answerFields, key: wireOptionalText }),
    ),
    ['message'],
  ),
  updateKeyStatus: showsNothing(
    sealed(
      'POST',
      'keymanagement/update_key_status.php',
      adminsOnly,
      v.object({ keyId: text, status: v.picklist(['active', 'inactive']) }),
      plainAnswer,
    ),
  ),
} as const;
