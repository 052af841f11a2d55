// Requests of the publishing commands: they bypass every cache and take at most a minute.
import { causeOf } from '../errors.mjs';

export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

export const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`);

/** Throws {@link NoAnswer}, which names the address and the cause. */
export async function ask(url: URL, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) {
  const headers = { 'Cache-Control': 'no-cache', ...init.headers };
  try {
    return await fetch(url, { signal: AbortSignal.timeout(60_000), ...init, headers });
  } catch (cause) {
    throw new NoAnswer(`${url} does not answer: ${causeOf(cause)}`, { cause });
  }
}
