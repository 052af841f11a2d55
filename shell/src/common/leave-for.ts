/** Whether an address is a page of the web: nothing else is gone to, whatever an answer says. */
export function isPage(address: string): boolean {
  return /^https?:\/\//.test(address);
}

/** Leaves the console for a page of the identity provider. Going back skips this page. Throws for no page. */
export function leaveFor(address: string): void {
  if (!isPage(address)) throw new Error(`${address} is no page.`);
  window.location.replace(address);
}
