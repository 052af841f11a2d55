type FetchText = (address: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'status' | 'text'>>;

/**
 * Reads a document beside the page. Throws an error that names it if it is missing or not JSON, then with the browser's
 * message, which usually has the line.
 */
export async function readJson(
  address: string,
  init: RequestInit = {},
  fetchText: FetchText = (url, options) => fetch(url, options),
): Promise<unknown> {
  const response = await fetchText(address, init);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${address} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
