// Part of the head script: bytes here delay everything.
import { mayAccess, roles, type Role } from '@device-console/shared-lib/contract';
import type { Asset, RegistryEntry } from '@device-console/shared-lib/remote';

export interface Preload {
  readonly href: string;
  readonly kind: Asset['kind'];
}

interface Hint {
  readonly userlevel: Role;
  readonly permissions: readonly string[];
  readonly expiresAt: number;
}

/**
 * The files of the screen that the address asks for, if the hint of the last login says that its holder may see it (D9a).
 * The hint decides about preloading and nothing else; anything odd means: preload nothing.
 */
export function pickPreloads(registry: unknown, pathname: string, hintText: string | null, now: number): readonly Preload[] {
  const hint = readHint(hintText);
  if (!hint || hint.expiresAt <= now || !hasRemotes(registry)) return [];
  const superadmin = pathname.startsWith('/superadmin/');
  if (superadmin && hint.userlevel !== 'SUPERADMIN') return [];
  const path = pathname.replace(/^\/(superadmin\/)?/, '');
  for (const entry of registry.remotes) {
    const screen = entry.declaration?.screens?.find((candidate) => matches(candidate.path, path));
    if (!screen) continue;
    if (!screen.audiences.includes(superadmin ? 'superadmin' : 'standard') || !mayAccess(hint, screen)) return [];
    return screen.assets.map(({ file, kind }) => ({ href: entry.baseUrl + file, kind }));
  }
  return [];
}

function readHint(text: string | null): Hint | null {
  if (text === null) return null;
  const hint = JSON.parse(text) as Partial<Record<keyof Hint, unknown>> | null;
  const userlevel = roles.find((role) => role === hint?.userlevel);
  if (!hint || !userlevel || !Array.isArray(hint.permissions) || typeof hint.expiresAt !== 'number') return null;
  return { userlevel, permissions: hint.permissions.map(String), expiresAt: hint.expiresAt };
}

function hasRemotes(registry: unknown): registry is { remotes: readonly RegistryEntry[] } {
  return typeof registry === 'object' && registry !== null && 'remotes' in registry && Array.isArray(registry.remotes);
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}
