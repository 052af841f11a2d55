// A team's key pair (ECDSA P-256): made once, the private part kept in one file, the public part listed in
// config.json's registryKeys.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import { dataDir, readJson, rootDir, writeJsonAtomically } from '../paths.mjs';
import { commandOf } from '../workspace.mjs';
import { signedText } from './rules.ts';

/** A team's key: its id, the public part as base64 of its SPKI, and the private part. */
export type Key = { keyId: string; publicKey: string; privateKey: KeyObject };

/** An item of `registryKeys`, and the names that it reserves for its remotes. */
export type ListedKey = ConsoleConfig['registryKeys'][number];

export type KeptNames = NonNullable<ListedKey['names']>;

/** An unchecked config.json. */
export type ListingConfig = { registryKeys?: unknown };

/** The fields of a signed document that are needed to check its signature, unchecked. */
type SignedDocument = { id?: unknown; keyId?: unknown; signature?: unknown };

export type SignatureState = 'valid' | 'unsigned' | 'unknown-key' | 'altered';

const makeKeys = commandOf('keys');
const dsaEncoding = 'ieee-p1363';

/** The file of a remote's private key. `name` distinguishes a second key, which is to replace the first. */
export const keyFileOf = (folder: string, id: string, name?: string): string =>
  join(folder, name ? `${id}.${name}.pem` : `${id}.pem`);

/** A key's id is derived from its public part, so it stays the same if the file is moved or renamed. */
const keyIdOf = (spki: Buffer): string => `key-${createHash('sha256').update(spki).digest('hex').slice(0, 16)}`;

/** Makes a key pair and writes its private part. Throws if the file exists, or if git would track it. */
export function makeKey(file: string): Key {
  if (existsSync(file))
    throw new Error(
      `${file} is there already, and a key is never overwritten: what it signed could not be changed any more. ` +
        'For a second key give --name.',
    );
  refuseTracked(file);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  return readKey(file);
}

/** Throws if git would track the file: a private key must never be committed. */
function refuseTracked(file: string): void {
  const inside = relative(rootDir, resolve(file));
  if (inside.startsWith('..')) return;
  const { status } = spawnSync('git', ['check-ignore', '-q', inside], { cwd: rootDir });
  if (status === 1)
    throw new Error(`${file} lies in the repository and git would take it in. Name a folder outside with --to.`);
}

/** Throws if the file is missing, or not a private key in PEM form. */
export function readKey(file: string): Key {
  if (!existsSync(file)) throw new Error(`There is no key ${file}. Make one with ${makeKeys}, or name one with --key.`);
  let privateKey;
  try {
    privateKey = createPrivateKey(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file} is not a private key in PEM form.`, { cause });
  }
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error(`${file} is not an ECDSA P-256 key; the console knows no other kind. Make one with ${makeKeys}.`);
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { keyId: keyIdOf(spki), publicKey: spki.toString('base64'), privateKey };
}

/** `names` are reserved for these remotes. */
export const listedKey = ({ keyId, publicKey }: Omit<Key, 'privateKey'>, remotes: string[], names?: KeptNames) => ({
  keyId,
  publicKey,
  remotes,
  ...(names && { names }),
});

/** `registryKeys` of an unchecked config.json, without incomplete items. */
export function listedKeys(config: ListingConfig | null | undefined): ListedKey[] {
  const items = (Array.isArray(config?.registryKeys) ? config.registryKeys : []) as Partial<ListedKey>[];
  return items.flatMap((item) => {
    const { keyId, publicKey, remotes, names } = item ?? {};
    const isWhole = typeof keyId === 'string' && typeof publicKey === 'string' && Array.isArray(remotes);
    return isWhole ? [{ ...item, keyId, publicKey, remotes, ...(names && { names: { ...noNames, ...names } }) }] : [];
  });
}

/** Defaults: config.json need not list every kind of name. */
const noNames = { addresses: [], permissions: [], actions: [], contributions: [] };

/**
 * Signs an entry, replacing its key id and signature. `textOf` returns the text to sign for other kinds of documents.
 */
export function signEntry<T extends object>(
  entry: T,
  { keyId, privateKey }: Pick<Key, 'keyId' | 'privateKey'>,
  textOf: (document: T & { keyId: string }) => string = signedText,
): T & { keyId: string; signature: string } {
  const unsigned = { ...entry, keyId, signature: null };
  const signature = sign('sha256', Buffer.from(textOf(unsigned)), { key: privateKey, dsaEncoding });
  return { ...unsigned, signature: signature.toString('base64url') };
}

/** Also for the history of a remote, which is signed like an entry. */
export function signatureState(entry: SignedDocument, registryKeys: readonly ListedKey[]): SignatureState {
  if (!entry.keyId || !entry.signature) return 'unsigned';
  const listed = registryKeys.find(
    ({ keyId, remotes }) => keyId === entry.keyId && remotes.some((id) => id === entry.id),
  );
  if (!listed) return 'unknown-key';
  const key = { key: Buffer.from(listed.publicKey, 'base64'), format: 'der', type: 'spki', dsaEncoding } as const;
  const signature = Buffer.from(String(entry.signature), 'base64url');
  try {
    return verify('sha256', Buffer.from(signedText(entry)), key, signature) ? 'valid' : 'altered';
  } catch {
    // The listed key is none, which the page takes for an unknown one. Node 20 reports ERR_OSSL…, Node 22 no code.
    return 'unknown-key';
  }
}

/** Where `npm start` and the publishing commands look for a remote's key. */
export const localKeysDir = () => join(dataDir(), 'keys');

/**
 * Creates missing keys and lists their public parts in config.json. Never changes existing items: if config.json has
 * registryKeys, it only adds new keys, for remotes that no item names. Returns each remote's signing key, or null if
 * config.json does not trust that key.
 */
export function prepareLocalKeys(configFile: string, ids: readonly string[], folder: string = localKeysDir()) {
  const config = readJson(configFile) as { registryKeys?: ListedKey[] };
  const before = config.registryKeys;
  const listed = [...(before ?? [])];
  const keys = ids.map((id) => {
    const file = keyFileOf(folder, id);
    const isNew = !existsSync(file);
    const key = isNew ? makeKey(file) : readKey(file);
    const named = listed.some(({ remotes }) => remotes.includes(id));
    if (!before || (isNew && !named)) listed.push(listedKey(key, [id]));
    return [id, key] as const;
  });
  if (listed.length > (before ?? []).length) writeJsonAtomically(configFile, { ...config, registryKeys: listed });
  const trusted = (id: string, key: Key): boolean =>
    listed.some(({ keyId, remotes }) => keyId === key.keyId && remotes.includes(id));
  return new Map(keys.map(([id, key]) => [id, trusted(id, key) ? key : null]));
}
