/** The console goes to no other address, whatever a reply says. */
export function isPage(address: string): boolean {
  return /^https?:\/\//.test(address);
}

/** Leaves for the identity provider; Back skips this page. Throws if it is not a web page. */
export function leaveFor(address: string): void {
  if (!isPage(address)) throw new Error(`${address} is no page.`);
  window.location.replace(address);
}
