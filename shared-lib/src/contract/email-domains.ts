/**
 * True for a domain that is one of these, or a subdomain of one: mail.example.com is within example.com, notexample.com
 * is not (U2, U3, D19). Ignores case; false for an invalid host name.
 */
export function isWithinDomains(domain: string, domains: readonly string[]): boolean {
  const name = domain.toLowerCase();
  if (!/^[a-z\d.-]+$/.test(name)) return false;
  return domains.some((known) => name === known.toLowerCase() || name.endsWith(`.${known.toLowerCase()}`));
}
