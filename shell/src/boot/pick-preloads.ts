// Part of the head script: bytes here delay everything.
import { accessText, mayAccess, roles } from '@device-console/shared-lib/contract';
import type { ConsoleConfig, Role } from '@device-console/shared-lib/contract';
import { checkContract, type Asset, type Provided, type RegistryEntry } from '@device-console/shared-lib/remote/host';

export interface Preload {
  readonly href: string;
  readonly kind: Asset['kind'];
  /** Without it browsers ignore the preloaded copy, and fetch the script again. */
  readonly integrity: string;
}

/** Files of the screen's remote, and the host's parts of shared-lib. */
export interface Preloads {
  readonly files: readonly Preload[];
  readonly parts: readonly string[];
}

/** What the console's build and config.json say. */
export interface Terms {
  readonly provided: Provided;
  /** The specification's access (`accessText`), by the first part of each address in lower case. */
  readonly specified: Readonly<Record<string, string>>;
  /** `registryKeys` of config.json, not parsed. */
  readonly keys: unknown;
  /** `registryUrl` of config.json, not parsed; only `/registry.json` has been read here. */
  readonly registryUrl?: unknown;
}

const nothing: Preloads = { files: [], parts: [] };

interface Hint {
  readonly userlevel: Role;
  readonly permissions: readonly string[];
  readonly expiresAt: number;
}

/**
 * The files of the screen at this address, if the hint of the last login says that its holder may see it (D9a). The
 * hint only decides about preloading; anything odd preloads nothing, or throws. `usedText` lists the releases other
 * than the live ones that the last load used: canaries, and replacements of failed releases. Skips releases that do not
 * fit what the console has `provided`, and addresses whose remote is uncertain (D25).
 */
export function pickPreloads(
  registry: unknown,
  pathname: string,
  hintText: string,
  usedText: string | null,
  terms: Terms,
  now: number,
): Preloads {
  const { provided, specified, keys, registryUrl = '/registry.json' } = terms;
  if (registryUrl !== '/registry.json') return nothing;
  const used: Readonly<Record<string, unknown>> | null = JSON.parse(usedText ?? 'null');
  const hint: Hint | null = JSON.parse(hintText);
  const { remotes }: { readonly remotes: readonly (Partial<RegistryEntry> | null)[] } = Object(registry);
  if (!hint || !(hint.expiresAt > now) || !roles.includes(hint.userlevel)) return nothing;
  const superadmin = pathname.startsWith('/superadmin/');
  if (superadmin && hint.userlevel !== 'SUPERADMIN') return nothing;
  const audience = superadmin ? 'superadmin' : 'standard';
  const path = pathname.replace(/^\/(superadmin\/)?/, '');
  const first = firstPart(path);
  const claims = (one: (typeof remotes)[number]): boolean => declares(one, first) || declares(one?.canary, first);
  const [entry, ...others] = remotes.filter(claims);
  if (!entry || others.length > 0 || isKeptForOthers(first, entry.id, keys)) return nothing;
  const last = used?.[entry.id ?? ''];
  const release = entry.canary && entry.canary.baseUrl === last ? entry.canary : entry;
  const { declaration } = release;
  const screen = declaration?.screens.find((one) => one.audiences.includes(audience) && matches(one.path, path));
  if (!declaration || !screen || (typeof last === 'string' && last !== release.baseUrl)) return nothing;
  // Also skips what requires more than the specification: telling it apart would weigh more than it is worth.
  if (Object.hasOwn(specified, first) && specified[first] !== accessText(screen)) return nothing;
  if (!mayAccess(hint, screen) || checkContract(declaration, provided).length > 0) return nothing;
  const files = screen.assets.map(({ file, kind, integrity }) => ({ href: release.baseUrl + file, kind, integrity }));
  return { files, parts: screen.parts ?? [] };
}

const firstPart = (path: string): string => (path.split('/')[0] ?? '').toLowerCase();

function declares(release: Pick<Partial<RegistryEntry>, 'declaration'> | null | undefined, first: string): boolean {
  return release?.declaration?.screens?.some(({ path }) => firstPart(path) === first) ?? false;
}

/**
 * True if config.json reserves the address for others, or gives this remote only other names. Skips unreadable items.
 */
function isKeptForOthers(first: string, id: string | undefined, keys: unknown): boolean {
  const items = Array.isArray(keys) ? (keys as readonly (Partial<KeyItem> | null)[]) : [];
  const covers = (listed: unknown): boolean => {
    const wanted = String(listed).toLowerCase();
    return wanted.endsWith('*') ? first.startsWith(wanted.slice(0, -1)) : wanted === first;
  };
  const keeping = items.filter((item) => Array.isArray(item?.names?.addresses) && item.names.addresses.some(covers));
  const isOwn = (item: Partial<KeyItem> | null): boolean =>
    Array.isArray(item?.remotes) && item.remotes.includes(id ?? '');
  if (keeping.length > 0) return !keeping.some(isOwn);
  const own = items.filter(isOwn);
  return own.length > 0 && own.every((item) => item?.names !== undefined);
}

type KeyItem = ConsoleConfig['registryKeys'][number];

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}
