// The console's Content-Security-Policy, derived from what is deployed: only the origins that the registry and config name.

const originOf = (address) => (/^https?:\/\//.test(address ?? '') ? new URL(address).origin : null);

/** The policy as one header value; without unsafe-inline and unsafe-eval. `alsoReachable`: one more origin to connect to. */
export function contentSecurityPolicy(registry, config, alsoReachable = null) {
  const entries = Array.isArray(registry?.remotes) ? registry.remotes : [];
  // A registry elsewhere is not read here; its store serves the remotes too.
  const named = entries.flatMap((entry) => [entry?.baseUrl, entry?.canary?.baseUrl]);
  const remotes = [...new Set([...named, config?.registryUrl].map(originOf).filter(Boolean))];
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
