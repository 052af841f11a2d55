import * as v from 'valibot';
import { answerFields, each, plainAnswer, wireList, wireOptionalText, wireText } from '../wire.ts';
import { change, partlyBeyond, read, sealed, shows, showsNothing } from './define-call.ts';
import { adminsOnly, email, unknownOrNumber, word } from './fields.ts';

/**
 * An API key without its text (K1). What follows `created_at` is beyond the specification (K2): whose it is, until when
 * it opens anything, when it was last used and from where, since when it is revoked for good, the ids of the commands
 * that it may send and the networks that it may come from, joined by commas ('' is all of them), and how many commands
 * it may send in a minute (null without a limit). Times are ISO 8601, '' where there is none.
 */
const keyRow = v.object({
  id: wireText,
  key_name: wireText,
  ...each(wireOptionalText, 'status', 'created_at', 'owner', 'expires_at', 'last_used_at', 'last_address'),
  ...each(wireOptionalText, 'revoked_at', 'commands', 'networks'),
  per_minute: unknownOrNumber,
});

/** Days that a new key lasts unless it is said otherwise, and the most that it may; null where the server says none. */
const keyDays = { key_days: unknownOrNumber, key_days_most: unknownOrNumber };

// The bare list stands first: an object schema whose fields are all optional takes an array for an empty object.
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
  /** The specification says "reply shape not shown" of it, and use a list: where it stands is D21a's. */
  viewKeys: shows(
    partlyBeyond(read('keymanagement/view_keys.php', adminsOnly, keyList), [], ['key_days', 'key_days_most']),
    ['items'],
  ),
  /** Beyond the specification: for how many days, and to which commands, networks and rate the key is bounded (K2). */
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
