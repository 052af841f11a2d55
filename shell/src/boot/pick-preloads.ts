// Part of the head script: bytes here delay everything.
import { mayAccess, roles, type Role } from '@device-console/shared-lib/contract';
import { checkContract, type Asset, type Provided, type RegistryEntry } from '@device-console/shared-lib/remote';

export interface Preload {
  readonly href: string;
  readonly kind: Asset['kind'];
  /** Without it browsers would not use what was preloaded for a script that has one, and fetch it again. */
  readonly integrity: string;
}

/** What the wanted screen needs: files of its remote, and parts of shared-lib, which the host has. */
export interface Preloads {
  readonly files: readonly Preload[];
  readonly parts: readonly string[];
}

const nothing: Preloads = { files: [], parts: [] };

interface Hint {
  readonly userlevel: Role;
  readonly permissions: readonly string[];
  readonly expiresAt: number;
}

/**
 * What belongs to the screen that the address asks for, if the hint of the last login says that its holder may see it (D9a).
 * The hint decides about preloading and nothing else; anything odd means: preload nothing. `usedText` tells which releases other than
 * the live ones the last load used (a canary, or one that stands in for a failed one). Of a release that does not fit what the console
 * has `provided` not a byte is fetched.
 */
export function pickPreloads(registry: unknown, pathname: string, hintText: string | null, usedText: string | null, provided: Provided, now: number): Preloads {
  const used = parse(usedText ?? 'null') as Readonly<Record<string, unknown>> | null;
  const hint = readHint(hintText);
  if (!hint || hint.expiresAt <= now || !hasRemotes(registry)) return nothing;
  const superadmin = pathname.startsWith('/superadmin/');
  if (superadmin && hint.userlevel !== 'SUPERADMIN') return nothing;
  const audience = superadmin ? 'superadmin' : 'standard';
  const path = pathname.replace(/^\/(superadmin\/)?/, '');
  for (const entry of registry.remotes) {
    const last = used?.[entry?.id ?? ''];
    const release = entry?.canary && entry.canary.baseUrl === last ? entry.canary : entry;
    const declaration = release?.declaration;
    const screen = declaration?.screens?.find((candidate) => candidate.audiences.includes(audience) && matches(candidate.path, path));
    if (!release || !declaration || !screen) continue;
    if (typeof last === 'string' && last !== release.baseUrl) return nothing;
    if (!mayAccess(hint, screen) || checkContract(declaration, provided).length > 0) return nothing;
    return { files: screen.assets.map(({ file, kind, integrity }) => ({ href: release.baseUrl + file, kind, integrity })), parts: screen.parts ?? [] };
  }
  return nothing;
}

function readHint(text: string | null): Hint | null {
  const hint = parse(text ?? 'null') as Partial<Record<keyof Hint, unknown>> | null;
  const userlevel = roles.find((role) => role === hint?.userlevel);
  if (!hint || !userlevel || !Array.isArray(hint.permissions) || typeof hint.expiresAt !== 'number') return null;
  return { userlevel, permissions: hint.permissions.map(String), expiresAt: hint.expiresAt };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A hint that is no JSON is no hint.
    return null;
  }
}

function hasRemotes(registry: unknown): registry is { remotes: readonly (Partial<RegistryEntry> | null)[] } {
  return typeof registry === 'object' && registry !== null && 'remotes' in registry && Array.isArray(registry.remotes);
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}
