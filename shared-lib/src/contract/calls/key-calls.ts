import * as v from 'valibot';
import { answerFields, each, plainAnswer, wireList, wireOptionalText, wireText } from '../wire.ts';
import { change, partlyBeyond, read, sealed, shows, showsNothing } from './define-call.ts';
import { adminsOnly, email, unknownOrNumber, word } from './fields.ts';

/**
 * An API key without its text (K1). What follows `created_at` is beyond the specification (K2): its owner, its end, its
 * last use and from where, when it was revoked, the ids of commands that it may send and networks that it may come
 * from, comma-joined ('' is all), and commands that it may send a minute (null: no limit). Times are ISO 8601, '' if
 * none.
 */
const keyRow = v.object({
  id: wireText,
  key_name: wireText,
  ...each(wireOptionalText, 'status', 'created_at', 'owner', 'expires_at', 'last_used_at', 'last_address'),
  ...each(wireOptionalText, 'revoked_at', 'commands', 'networks'),
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
  v.object({ ...answerFields, items: wireList(keyRow), ...keyDays }),
]);

/** Most commands, networks and commands a minute that a key can be bounded to. */
const COMMANDS = 100;
const NETWORKS = 20;
const COMMANDS_A_MINUTE = 1_000_000;

/** API keys (K1, K2). */
export const keyCalls = {
  /** The specification says "reply shape not shown", and uses a list: D21a says where. */
  viewKeys: shows(
    partlyBeyond(read('keymanagement/view_keys.php', adminsOnly, keyList), [], ['key_days', 'key_days_most']),
    ['items'],
  ),
  /** Beyond the specification: days, commands, networks and rate of the key (K2). */
  generateKey: shows(
    partlyBeyond(
      sealed(
        'POST',
        'generate_key.php',
        adminsOnly,
        v.object({
          key_name: word,
          user_id: email,
          days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
          commands: v.optional(v.pipe(v.array(word), v.minLength(1), v.maxLength(COMMANDS))),
          networks: v.optional(v.pipe(v.array(word), v.minLength(1), v.maxLength(NETWORKS))),
          per_minute: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(COMMANDS_A_MINUTE))),
        }),
        v.object({ ...answerFields, key: wireOptionalText }),
        'change',
      ),
      ['days', 'commands', 'networks', 'per_minute'],
    ),
    ['message'],
  ),
  updateKeyStatus: showsNothing(
    sealed(
      'POST',
      'keymanagement/update_key_status.php',
      adminsOnly,
      v.object({ keyId: word, status: v.picklist(['active', 'inactive']) }),
      plainAnswer,
      'change',
    ),
  ),
  /** Revokes every API key of an account for good (K3). */
  revokeKeys: change('keymanagement/revoke_keys.php', adminsOnly, v.object({ email })),
} as const;
