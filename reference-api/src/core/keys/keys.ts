import { commandList, type BodyOf, type calls } from '@device-console/shared-lib/contract';
import { mayManage } from '../accounts/users.ts';
import type { Service, Platform } from '../calls/context.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import { NotAuthorised } from '../errors/request-errors.ts';
import { networkText } from '../security/networks.ts';
import { countAttemptWithin, identityOf, keyLimits } from '../security/throttle.ts';
import { hashSecret } from '../security/tokens.ts';
import { findApiKey, insertApiKey, listApiKeys, setApiKeyStatus } from '../store/api-keys.ts';
import { isoTime, DAY, isoAfter } from '../time/clock.ts';

type KeyBody = BodyOf<(typeof calls)['generateKey']>;

/** Null: never. */
function endOf({ days: chosen }: KeyBody, { clock, keys }: Platform): string | null {
  if (chosen !== undefined && chosen > keys.mostDays)
    throw new BusinessError(`A key lasts at most ${keys.mostDays} days. Please choose fewer.`);
  const days = chosen ?? keys.days;
  return days === null ? null : isoAfter(clock.now(), days * DAY);
}

function commandsOf({ commands }: KeyBody): readonly string[] | undefined {
  const wrong = commands?.find((id) => !commandList.some((command) => command.id === id && !command.roles));
  if (wrong !== undefined) throw new BusinessError(`A key cannot be made for "${wrong}": keys send no such command.`);
  return commands && [...new Set(commands)];
}

function networksOf({ networks }: KeyBody): readonly string[] | undefined {
  return networks?.map((text) => {
    const network = networkText(text);
    if (network === undefined)
      throw new BusinessError(`"${text}" is neither an address nor a network such as 192.0.2.0/24.`);
    return network;
  });
}

const NAME_LIMIT = 64;

type Key = Awaited<ReturnType<typeof listApiKeys>>[number];

/** The specification has two states; a revoked or expired key is inactive in its words (K1). */
function statusOf({ status, revoked_at: revokedAt, expires_at: expiresAt }: Key, now: string): Key['status'] {
  const isOver = revokedAt !== null || (expiresAt !== null && expiresAt <= now);
  return isOver ? 'inactive' : status;
}

/** Those that the caller may manage, without the keys themselves (K1, K2). */
export const viewKeys: Service<'viewKeys'> = async ({ db, platform, actor }) => {
  const keys = await listApiKeys(db);
  const now = isoTime(platform.clock.now());
  const items = keys
    .filter((key) => mayManage(actor, key.role))
    .map((key) => ({
      id: key.id,
      key_name: key.name,
      status: statusOf(key, now),
      created_at: key.created_at,
      owner: key.email,
      expires_at: key.expires_at ?? '',
      last_used_at: key.last_used_at ?? '',
      last_address: key.last_address ?? '',
      revoked_at: key.revoked_at ?? '',
      commands: key.commands ?? '',
      networks: key.networks ?? '',
      per_minute: key.per_minute,
    }));
  return { status: 'success', message: '', items, key_days: platform.keys.days, key_days_most: platform.keys.mostDays };
};

/** The answer to a repeated generateKey: the key's text is not stored (D2, D21). */
export const KEY_MADE_BEFORE =
  'This key was made already, by the same request. Its text is shown once, with the first answer; if nobody has it, ' +
  'deactivate the key and generate another.';

/** For the caller's own account; only this answer ever shows the key (D21, D21a). */
export const generateKey: Service<'generateKey'> = async ({ db, platform, actor, address }, body) => {
  const owner = body.user_id.trim().toLowerCase();
  if (owner !== String(actor.accountId) && owner !== actor.email)
    throw new NotAuthorised(actor.permissions, 'a key for another account');
  const name = body.key_name.trim();
  if (name === '' || name.length > NAME_LIMIT)
    throw new BusinessError(`The key needs a name of at most ${NAME_LIMIT} characters.`);
  const bounds = {
    expires_at: endOf(body, platform),
    commands: commandsOf(body)?.join(',') ?? null,
    networks: networksOf(body)?.join(',') ?? null,
    per_minute: body.per_minute ?? null,
  };
  await countAttemptWithin(db, platform.clock, keyLimits, identityOf(actor.accountId), address);
  const key = platform.tokens.newKey();
  await insertApiKey(db, {
    account_id: actor.accountId,
    name,
    key_hash: hashSecret(key),
    opens: 'commands',
    created_at: isoTime(platform.clock.now()),
    ...bounds,
  });
  return { status: 'success', message: 'API key generated. Copy it now; it is not shown again.', key };
};

/** Takes effect at once (K1). A revoked or expired key stays so (K3). */
export const updateKeyStatus: Service<'updateKeyStatus'> = async ({ db, platform, actor, changedFrom }, body) => {
  const key = /^\d{1,15}$/.test(body.keyId) ? await findApiKey(db, Number(body.keyId)) : undefined;
  if (!key || !mayManage(actor, key.role)) throw new BusinessError('There is no such key. Please reload the page.');
  if (key.revoked_at !== null)
    throw new BusinessError('This key was revoked for good. Please generate another one in its place.');
  if (body.status === 'active' && key.expires_at !== null && key.expires_at <= isoTime(platform.clock.now()))
    throw new BusinessError('This key has expired. Please generate another one in its place.');
  changedFrom({ status: key.status });
  await setApiKeyStatus(db, key.id, body.status);
  return { status: 'success', message: `API key is ${body.status} now` };
};
