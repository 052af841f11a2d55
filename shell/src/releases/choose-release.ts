import type { Role } from '@device-console/shared-lib/contract';
import type { RegistryEntry } from '@device-console/shared-lib/remote';
import type { ChosenRelease } from './release.ts';

/** Whom a release is chosen for; null before login. */
export interface Operator {
  readonly email: string;
  readonly userlevel: Role;
}

/**
 * The release of an entry that this operator gets: its canary when the operator has one of its roles or falls into its
 * share, else the live one. The share goes by e-mail and remote, so that an operator has the same release on every load
 * and every computer.
 */
export function chooseRelease(entry: RegistryEntry, operator: Operator | null, isLastGood: boolean): ChosenRelease {
  const { id, sequence, baseUrl, publishedAt, declaration, canary, keyId } = entry;
  if (canary && operator && getsCanary(canary, id, operator)) {
    return {
      id,
      sequence,
      keyId,
      baseUrl: canary.baseUrl,
      publishedAt: canary.publishedAt,
      declaration: canary.declaration,
      source: 'canary',
    };
  }
  return { id, sequence, keyId, baseUrl, publishedAt, declaration, source: isLastGood ? 'last-good' : 'registry' };
}

function getsCanary(
  { roles, share }: NonNullable<RegistryEntry['canary']>,
  id: string,
  { email, userlevel }: Operator,
): boolean {
  return roles.includes(userlevel) || shareOf(email, id) < share;
}

/** Where an operator falls for a remote: evenly spread from 0 to 1, without 1, and always the same. */
export function shareOf(email: string, id: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${email.toLowerCase()}\n${id}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  // FNV-1a alone keeps similar addresses together; murmur's last step spreads them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** The name of a remote for operators: `mf-reports` is Reports. */
export function remoteTitle(id: string): string {
  const words = id.replace(/^mf-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
