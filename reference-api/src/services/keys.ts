import { isoTime } from '../time/clock.ts';
import { NotAuthorised } from '../errors/request-errors.ts';
import { countAttemptWithin, keyLimits } from '../security/throttle.ts';
import { hashSecret, newApiKey } from '../security/tokens.ts';
import { findApiKey, insertApiKey, listApiKeys, setApiKeyStatus } from '../store/api-keys.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import type { Service } from './context.ts';
import { mayManage } from './users.ts';

const NAME_LIMIT = 64;

/** The API keys that the caller may manage, without the keys themselves (K1). */
export const viewKeys: Service<'viewKeys'> = async ({ db, actor }) => {
  const keys = await listApiKeys(db);
  const items = keys
    .filter((key) => mayManage(actor, key.role))
    .map((key) => ({ id: key.id, key_name: key.name, status: key.status, created_at: key.created_at }));
  return { status: 'success', message: '', items };
};

/** Makes an API key for the caller's own account; this answer is the only place where it is ever shown (D21, D21a). */
export const generateKey: Service<'generateKey'> = async ({ db, platform, actor, address }, body) => {
  const owner = body.user_id.trim().toLowerCase();
  if (owner !== String(actor.accountId) && owner !== actor.email)
    throw new NotAuthorised(actor.permissions, 'a key for another account');
  const name = body.key_name.trim();
  if (name === '' || name.length > NAME_LIMIT)
    throw new BusinessError(`The key needs a name of at most ${NAME_LIMIT} characters.`);
  await countAttemptWithin(db, platform.clock, keyLimits, actor.email, address);
  const key = newApiKey();
  await insertApiKey(db, {
    accountId: actor.accountId,
    name,
    keyHash: hashSecret(key),
    opens: 'commands',
    at: isoTime(platform.clock.now()),
  });
  return { status: 'success', message: 'API key generated. Copy it now; it is not shown again.', key };
};

/** Activates or deactivates an API key, at once (K1). */
export const updateKeyStatus: Service<'updateKeyStatus'> = async ({ db, actor }, body) => {
  const key = /^\d{1,15}$/.test(body.keyId) ? await findApiKey(db, Number(body.keyId)) : undefined;
  if (!key || !mayManage(actor, key.role)) throw new BusinessError('There is no such key. Please reload the page.');
  await setApiKeyStatus(db, key.id, body.status);
  return { status: 'success', message: `API key is ${body.status} now` };
};
