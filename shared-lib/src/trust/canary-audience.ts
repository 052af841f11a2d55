import type { Role } from '../contract/index.ts';
import type { RegistryEntry } from '../remote/host.ts';

interface Account {
  readonly email: string;
  readonly userlevel: Role;
}

/** True if an account gets the canary of the remote `id`: by its role or its place. */
export function getsCanary(
  { roles, share }: Pick<NonNullable<RegistryEntry['canary']>, 'roles' | 'share'>,
  id: string,
  { email, userlevel }: Account,
): boolean {
  return roles.includes(userlevel) || shareOf(email, id) < share;
}

/** An operator's place for a remote, from 0 to below 1: evenly spread and constant. */
export function shareOf(email: string, id: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${email.toLowerCase()}\n${id}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  // FNV-1a alone gives similar addresses similar values; murmur's last step spreads them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
