// A store behind HTTP: files are put once (If-None-Match: *), documents by compare-and-swap (ETag and If-Match).
import { StoreConflict } from './store.mjs';

const timeoutMs = 60_000;

/** The store at `address`; `token` is asked for by those that are not open to everybody. */
export function urlStore(address, token) {
  const base = address.endsWith('/') ? address : `${address}/`;
  const request = async (path, init = {}) => {
    const url = new URL(path, base);
    try {
      return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs), headers: { 'Accept-Encoding': 'identity', 'Cache-Control': 'no-cache', ...init.headers } });
    } catch (cause) {
      throw new Unreachable(`${url} does not answer: ${cause.cause?.message ?? cause.message}.`, { cause });
    }
  };
  const put = (path, body, headers) => request(path, { method: 'PUT', body, headers: { ...headers, 'Content-Type': typeOf(path), ...(token && { Authorization: `Bearer ${token}` }) } });
  const readBytes = async (path) => {
    const response = await request(path);
    if (response.status === 404) return null;
    if (!response.ok) throw refused('reading', path, response);
    return Buffer.from(await response.arrayBuffer());
  };
  const readText = async (path) => {
    const response = await request(path);
    if (response.status === 404) return null;
    if (!response.ok) throw refused('reading', path, response);
    const tag = response.headers.get('etag');
    if (!tag || tag.startsWith('W/')) throw new Error(`${base} sends no strong ETag with ${path}, so a change could overwrite another's. Use a store that does.`);
    return { text: await response.text(), tag };
  };
  const refused = (what, path, { status }) => {
    if (status === 401 || status === 403) return new Error(`${base} refuses ${what} ${path} with ${status}: set STORE_TOKEN to the store's token.`);
    return new Error(`${base} answers ${status} to ${what} ${path}.`);
  };
  /** A lost answer is not a lost change: what stands there now decides. */
  const replaced = async (path, text, error) => {
    if ((await readText(path))?.text !== text) throw error;
  };
  return {
    name: base,
    readBytes,
    readText,

    /** Puts a version's files below `folder`. One that is there with the same content is passed over, with another content refused. */
    async addVersion(folder, files) {
      for (const [name, bytes] of files) {
        const path = `${folder}/${name}`;
        const response = await put(path, bytes, { 'If-None-Match': '*' });
        if (response.ok) continue;
        if (response.status !== 412) throw refused('putting', path, response);
        if (!(await readBytes(path))?.equals(bytes)) throw new Error(`${base}${path} is there with another content. A published file is never changed: build again under another version.`);
      }
    },

    /** Replaces a document if it is still the one with `tag` (null: not there yet). */
    async replace(path, text, tag) {
      let response;
      try {
        response = await put(path, text, tag === null ? { 'If-None-Match': '*' } : { 'If-Match': tag });
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        return replaced(path, text, error);
      }
      if (response.status === 412) throw new StoreConflict(`${path} of ${base} was changed meanwhile.`);
      if (!response.ok) throw refused('changing', path, response);
    },

    /** Nothing is deleted over HTTP; whoever keeps the store does. */
    prune: async () => [],
  };
}

class Unreachable extends Error {
  name = 'Unreachable';
}

function typeOf(path) {
  if (path.endsWith('.json')) return 'application/json';
  if (path.endsWith('.js')) return 'text/javascript';
  return path.endsWith('.css') ? 'text/css' : 'application/octet-stream';
}
