type FetchText = (address: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'status' | 'text'>>;

/** Browsers do not all say it. What finds it is fetched when it is needed. */
async function placeOf(text: string): Promise<string> {
  const { jsonFault } = await import('./json-fault.ts');
  const lines = text.slice(0, jsonFault(text)).split('\n');
  return `line ${String(lines.length)}, column ${String((lines.at(-1) ?? '').length + 1)}`;
}

/**
 * Reads a document beside the page. Throws an error that names it: it is not there, or it is not JSON and where that
 * shows.
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
    throw new Error(`${address} is not JSON: see ${await placeOf(text)}.`, { cause });
  }
}
