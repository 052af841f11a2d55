// Derives the console's Content-Security-Policy. It allows only origins named in config.json, and origins of registry
// entries that a key of config.json signed.
import { type ListingConfig, listedKeys, signatureState } from './publishing/keys.ts';
import type { RegistryDocument } from './publishing/registry.ts';

/** The fields of config.json that the policy needs, unchecked. */
export type PolicyConfig = ListingConfig & {
  registryUrl?: unknown;
  apiBase?: unknown;
  allowDevelopment?: unknown;
};

export type UncheckedRegistry = Partial<RegistryDocument>;

const originOf = (address: unknown): string | null =>
  typeof address === 'string' && /^https?:\/\//.test(address) && URL.canParse(address) ? new URL(address).origin : null;

const ORIGINS_KEPT = 3;

/**
 * Remembers the last 3 origins of each remote. A browser that refuses a new entry keeps using the last one that it
 * accepted, and must still be able to load it from its origin. The returned function gives the origins of all remotes
 * in the registry. An entry that no key of config.json signed adds none: no browser would load it.
 */
export function createOriginMemory(): (registry: UncheckedRegistry, config: PolicyConfig) => string[] {
  const known: Map<string, string[]> = new Map();
  return (registry, config) => {
    const entries = Array.isArray(registry?.remotes)
      ? registry.remotes.flatMap((entry) => (typeof entry?.id === 'string' ? [entry] : []))
      : [];
    const keys = listedKeys(config);
    return [
      ...new Set(
        entries.flatMap((entry) => {
          const releases = signatureState(entry, keys) === 'valid' ? [entry, entry.canary] : [];
          const now = releases.flatMap((release) => originOf(release?.baseUrl) ?? []);
          const origins = [...new Set([...now, ...(known.get(entry.id) ?? [])])].slice(0, ORIGINS_KEPT);
          known.set(entry.id, origins);
          return origins;
        }),
      ),
    ];
  };
}

// Matches host and port of a dev server on the browser's own computer, as written by
// shell/src/development/development-cookie.ts. Over https, the cookie has the prefix `__Host-`, which binds it to its
// host.
const developmentCookie =
  /(?:^|;)\s*(?:__Host-)?console-development=((?:localhost|127(?:\.\d{1,3}){3})(?::\d{1,5})?)\s*(?:;|$)/;

/**
 * The origin of the dev server named in this `Cookie` header, always on the loopback interface. Null if there is none,
 * or if config.json does not set `allowDevelopment`.
 */
export function developmentOrigin(cookies: string | undefined, config: PolicyConfig): string | null {
  const found = config?.allowDevelopment === true ? developmentCookie.exec(cookies ?? '') : null;
  return found ? `http://${found[1]}` : null;
}

/**
 * The policy as a header value, without unsafe-inline and unsafe-eval. `known`: the origins of the registry's remotes.
 * `alsoReachable`: one more origin to connect to. `development`: one more origin of remotes, with its web socket.
 */
export function contentSecurityPolicy(
  registry: UncheckedRegistry,
  config: PolicyConfig,
  {
    known = createOriginMemory()(registry, config),
    alsoReachable = null,
    development = null,
  }: { known?: string[]; alsoReachable?: string | null; development?: string | null } = {},
) {
  // A registry on another origin belongs to a store, which also holds the remotes.
  const remotes = [...new Set([...known, originOf(config?.registryUrl), development].filter(Boolean))];
  const reachable = [
    ...new Set(
      [...remotes, originOf(config?.apiBase), alsoReachable, development?.replace(/^http/, 'ws')].filter(Boolean),
    ),
  ];
  const list = (...sources: (string | null | undefined)[]): string => sources.join(' ');
  return [
    list('default-src', "'none'"),
    list('script-src', "'self'", ...remotes),
    list('style-src', "'self'", ...remotes),
    list('connect-src', "'self'", ...reachable),
    list('img-src', "'self'", 'data:', ...remotes),
    list('font-src', "'self'", ...remotes),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
