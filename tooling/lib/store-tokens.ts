// The tokens of a store behind HTTP: each team's token, stored as a hash, with the remotes that it may write.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { messageOf } from './errors.mjs';

/** With `withdraws`, the token may write only withdrawals of canaries. */
export type TokenItem = { team: string; sha256: string; remotes: string[]; withdraws?: boolean };

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const isRemote = (name: unknown): boolean => typeof name === 'string' && /^[a-z][a-z0-9-]*$/.test(name);

/** The token itself is not stored. */
export function makeToken(
  remotes: string[],
  { team = remotes.join(', '), withdraws = false }: { team?: string; withdraws?: boolean } = {},
): { token: string; item: TokenItem } {
  const wrong = remotes.find((name) => !isRemote(name));
  if (wrong !== undefined || (remotes.length === 0) !== withdraws)
    throw new Error(`"${wrong ?? remotes.join(' ')}" is no name of a remote, such as mf-reports.`);
  const token = randomBytes(24).toString('base64url');
  return { token, item: { team, sha256: hashOf(token), remotes, ...(withdraws && { withdraws }) } };
}

/** Throws an Error that names the item and what is wrong with it. */
function readTokens(file: string): Required<TokenItem>[] {
  let items;
  try {
    items = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file} is no list of tokens: ${messageOf(cause)}`, { cause });
  }
  if (!Array.isArray(items)) throw new Error(`${file} is no list of tokens: it must be a list.`);
  for (const [index, item] of items.entries()) {
    const isWhole =
      /^[0-9a-f]{64}$/.test(item?.sha256) &&
      Array.isArray(item.remotes) &&
      item.remotes.length > 0 !== (item.withdraws === true) &&
      item.remotes.every(isRemote);
    if (!isWhole)
      throw new Error(
        `${file}: item ${index + 1} needs "sha256", 64 hexadecimal digits, and "remotes", a list of their names.`,
      );
  }
  return items.map(({ team = '', sha256, remotes, withdraws = false }) => ({
    team: String(team),
    sha256,
    remotes,
    withdraws,
  }));
}

/** Creates the list if necessary, readable only by its owner and group. */
export function addToken(file: string, item: TokenItem): void {
  const items = existsSync(file) ? readTokens(file) : [];
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify([...items, item], null, 1)}\n`, { mode: 0o640 });
  chmodSync(temporary, existsSync(file) ? statSync(file).mode & 0o777 : 0o640);
  renameSync(temporary, file);
}

/** Returns a function that gives the current list. It throws while the file is damaged, so nobody can write. */
export function tokensOf(file: string): () => Required<TokenItem>[] {
  let made: { state: string; items: Required<TokenItem>[] } = { state: '', items: [] };
  const look = () => {
    const stat = statSync(file, { throwIfNoEntry: false });
    const state = `${stat?.mtimeMs} ${stat?.size} ${stat?.ino}`;
    if (state !== made.state) made = { state, items: readTokens(file) };
    return made.items;
  };
  look();
  return look;
}

export function holderOf(authorization: string | undefined, items: readonly Required<TokenItem>[]) {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  if (!token) return null;
  const given = Buffer.from(hashOf(token), 'hex');
  return items.find(({ sha256 }) => timingSafeEqual(given, Buffer.from(sha256, 'hex'))) ?? null;
}
