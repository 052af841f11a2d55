/** True for this computer's own host names: localhost, 127.0.0.0/8 or [::1], as `URL` writes them. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * True for a domain that is one of these, or a subdomain of one: mail.example.com is within example.com, notexample.com
 * is not (U2, U3, D19). Ignores case; false for an invalid host name.
 */
export function isWithinDomains(domain: string, domains: readonly string[]): boolean {
  const name = domain.toLowerCase();
  if (!/^[a-z\d.-]+$/.test(name)) return false;
  return domains.some((known) => name === known.toLowerCase() || name.endsWith(`.${known.toLowerCase()}`));
}
