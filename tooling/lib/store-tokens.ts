// The tokens of a store behind HTTP: each team's token, stored as a hash, with the remotes that it may write.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { readJson } from './paths.mjs';

/** With `withdraws`, the token may write only withdrawals of canaries. */
export type TokenItem = { sha256: string; remotes: string[]; withdraws: boolean };

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const isRemote = (name: unknown): boolean => typeof name === 'string' && /^[a-z][a-z0-9-]*$/.test(name);

/** The token itself is not stored. */
export function makeToken(remotes: string[], withdraws: boolean): { token: string; item: TokenItem } {
  const wrong = remotes.find((name) => !isRemote(name));
  if (wrong !== undefined) throw new Error(`"${wrong}" is no name of a remote, such as mf-reports.`);
  const token = randomBytes(24).toString('base64url');
  return { token, item: { sha256: hashOf(token), remotes, withdraws } };
}

/** Throws an Error that names the file, or the item and what is wrong with it. */
export function readTokens(file: string): TokenItem[] {
  const items = readJson(file) as Partial<TokenItem>[];
  if (!Array.isArray(items)) throw new Error(`${file} is no list of tokens: it must be a list.`);
  return items.map((item, index) => {
    const { sha256 = '', remotes = [] } = item ?? {};
    const withdraws = item?.withdraws === true;
    const isWhole =
      /^[0-9a-f]{64}$/.test(sha256) &&
      Array.isArray(remotes) &&
      remotes.length > 0 !== withdraws &&
      remotes.every(isRemote);
    if (!isWhole)
      throw new Error(
        `${file}: item ${index + 1} needs "sha256", 64 hexadecimal digits, and "remotes", a list of their names.`,
      );
    return { sha256, remotes, withdraws };
  });
}

/** Creates the list if necessary, readable only by its owner and group. */
export function addToken(file: string, item: TokenItem): void {
  const isThere = existsSync(file);
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify([...(isThere ? readTokens(file) : []), item], null, 1)}\n`);
  chmodSync(temporary, isThere ? statSync(file).mode & 0o777 : 0o640);
  renameSync(temporary, file);
}

export function holderOf(authorization: string | undefined, items: readonly TokenItem[]) {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  if (!token) return null;
  const given = Buffer.from(hashOf(token), 'hex');
  return items.find(({ sha256 }) => timingSafeEqual(given, Buffer.from(sha256, 'hex'))) ?? null;
}
