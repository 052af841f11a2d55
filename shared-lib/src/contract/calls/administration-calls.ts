import * as v from 'valibot';
import { answerFields, each, plainAnswer, wireList, wireNumber, wireOptionalText, wireText } from '../wire.ts';
import { partlyBeyond, read, sealed, shows, showsNothing } from './define-call.ts';
import { adminsOnly, email, permissionIds, secret, unknownOrNumber, word } from './fields.ts';

/**
 * A console user (U1). `permissions_id` is a comma list of numbers. Beyond the specification, and empty with an
 * existing back end: `userlevel`; `invitation`, `open` or `over` if invited and without a password yet;
 * `second_factor`, `yes` if there is one (S15); `contained`, if locked out until a superadmin lets them in (S32).
 */
const userRow = v.object({
  id: wireText,
  email: wireText,
  ...each(wireOptionalText, 'phone', 'permissions', 'permissions_id', 'loginstatus', 'userstatus', 'userlevel'),
  ...each(wireOptionalText, 'invitation', 'second_factor', 'contained'),
});
export type UserRow = v.InferOutput<typeof userRow>;

/** Users and permissions (U1 to U4). */
export const administrationCalls = {
  getUsers: shows(
    partlyBeyond(
      read(
        'getUsers.php',
        adminsOnly,
        v.object({
          ...answerFields,
          items: wireList(userRow),
          /** `yes` if people can be invited by mail (U5). */
          invitations: wireOptionalText,
          /** `yes` if a forced logout also revokes the account's API keys (K3). */
          logout_revokes_keys: wireOptionalText,
          /** Days that an admin's password is valid; null: until changed (S27). */
          given_password_days: unknownOrNumber,
        }),
      ),
      [],
      ['invitations', 'logout_revokes_keys', 'given_password_days'],
    ),
    ['items'],
  ),
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
      v.object({ email, phone: word, password: secret, permissions: permissionIds }),
      plainAnswer,
      'change',
    ),
    ['status', 'message'],
  ),
  updateUser: shows(
    sealed(
      'POST',
      'updateUser.php',
      adminsOnly,
      v.object({ id: word, email, phone: word, permissions: permissionIds }),
      plainAnswer,
      'change',
    ),
    ['status', 'message'],
  ),
  updateUserStatus: showsNothing(
    sealed(
      'POST',
      'updateUserStatus.php',
      adminsOnly,
      v.object({ email, status: v.picklist(['ACTIVE', 'INACTIVE']) }),
      plainAnswer,
      'change',
    ),
  ),
  updateLoginStatus: showsNothing(
    sealed('POST', 'updateLoginStatus.php', adminsOnly, v.object({ email }), plainAnswer, 'change'),
  ),
} as const;
