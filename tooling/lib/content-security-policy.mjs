// The console's Content-Security-Policy, derived from what is deployed: only the origins that the registry and config name.

const originOf = (address) => (/^https?:\/\//.test(address ?? '') ? new URL(address).origin : null);

const ORIGINS_KEPT = 3;

/**
 * Remembers where each remote of the registry was. A browser that refuses an entry goes on with the last one that it accepted, and has
 * to be allowed to load it: the new entry may name another origin, or none. Answers the origins of every remote that is listed still.
 */
export function createOriginMemory() {
  const known = new Map();
  return (registry) => {
    const entries = Array.isArray(registry?.remotes) ? registry.remotes : [];
    return [...new Set(entries.flatMap((entry) => {
      const now = [entry?.baseUrl, entry?.canary?.baseUrl].map(originOf).filter(Boolean);
      const origins = [...new Set([...now, ...(known.get(entry?.id) ?? [])])].slice(0, ORIGINS_KEPT);
      known.set(entry?.id, origins);
      return origins;
    }))];
  };
}

/**
 * The policy as one header value; without unsafe-inline and unsafe-eval. `alsoReachable`: one more origin to connect to; `known`: the
 * origins of the registry's remotes.
 */
export function contentSecurityPolicy(registry, config, alsoReachable = null, known = createOriginMemory()(registry)) {
  // A registry on another origin is that of a store, which holds the remotes too.
  const remotes = [...new Set([...known, originOf(config?.registryUrl)].filter(Boolean))];
  const reachable = [...new Set([...remotes, originOf(config?.apiBase), alsoReachable].filter(Boolean))];
  const list = (...sources) => sources.join(' ');
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
