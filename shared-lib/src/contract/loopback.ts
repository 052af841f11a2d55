/** True for this computer's own host names: localhost, 127.0.0.0/8 or [::1], as `URL` writes them. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
