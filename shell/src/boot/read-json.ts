/**
 * Reads a document beside the page; `onReply` gets the reply first. Throws an error that names the document if it is
 * missing or not JSON, then with the browser's message, which usually has the line.
 */
export async function readJson(
  address: string,
  init: RequestInit = {},
  onReply: (reply: Response) => void = () => undefined,
): Promise<unknown> {
  const response = await fetch(address, init);
  onReply(response);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${address} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
