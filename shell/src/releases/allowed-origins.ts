import type { RegistryEntry } from '@device-console/shared-lib/remote/host';

/**
 * The origins that a page may load remotes from: its own, those of the registry that it was loaded with, and those of
 * `more`. The page's security policy lists the same.
 */
export function allowedOrigins(
  entries: readonly Pick<RegistryEntry, 'baseUrl' | 'canary'>[],
  more: readonly string[],
  pageUrl: string,
): ReadonlySet<string> {
  const addresses = entries.flatMap(({ baseUrl, canary }) => [baseUrl, ...(canary ? [canary.baseUrl] : [])]);
  return new Set([pageUrl, ...addresses, ...more].map((address) => new URL(address, pageUrl).origin));
}
