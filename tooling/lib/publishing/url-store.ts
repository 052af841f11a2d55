// A store behind HTTP: files are put once (If-None-Match: *), documents by compare-and-swap (ETag and If-Match).
import { parseJson } from '../paths.mjs';
import { ask, NoAnswer, withSlash } from './asking.ts';
import { type Store, isPrivate, StoreConflict, typeOfFile } from './store.ts';

async function refusal(base: string, what: string, path: string, response: Response): Promise<Error> {
  const { status } = response;
  if (status === 401)
    return new Error(`${base} refuses ${what} ${path} with 401: set STORE_TOKEN to your team's token of that store.`);
  // Only a store of ours gives a reason.
  const said = parseJson(await response.text()) as { message?: unknown } | null;
  const reason = typeof said?.message === 'string' ? said.message : '';
  return new Error(
    `${base} ${status === 403 ? 'refuses' : `answers ${status} to`} ${what} ${path}${reason && `: ${reason}`}.`,
  );
}

/** `token` is for stores that are not open to everybody. */
export function urlStore(address: string, token?: string): Store {
  const base = withSlash(address);
  const request = (path: string, init: Parameters<typeof ask>[1] = {}, by = token): Promise<Response> => {
    const authorization = by ? { Authorization: `Bearer ${by}` } : {};
    const headers = { 'Accept-Encoding': 'identity', ...authorization, ...init.headers };
    return ask(new URL(path, base), { redirect: 'error', ...init, headers });
  };
  const put = (path: string, body: string | Buffer<ArrayBuffer>, headers: Record<string, string>) => {
    const type = typeOfFile(path) ?? 'application/octet-stream';
    return request(path, { method: 'PUT', body, headers: { ...headers, 'Content-Type': type } });
  };
  /** False if there is such a file. */
  const putOnce = async (path: string, body: string | Buffer<ArrayBuffer>): Promise<boolean> => {
    const response = await put(path, body, { 'If-None-Match': '*' });
    if (response.ok || response.status === 412) return response.ok;
    throw await refusal(base, 'putting', path, response);
  };
  const read = async (path: string): Promise<Response | null> => {
    const response = await request(path);
    if (response.ok || response.status === 404) return response.ok ? response : null;
    throw await refusal(base, 'reading', path, response);
  };
  const readBytes: Store['readBytes'] = async (path) => {
    const response = await read(path);
    return response && Buffer.from(await response.arrayBuffer());
  };
  const readText: Store['readText'] = async (path) => {
    const response = await read(path);
    if (!response) return null;
    const tag = response.headers.get('etag');
    if (!tag || tag.startsWith('W/'))
      throw new Error(
        `${base} sends no strong ETag with ${path}, so a change could overwrite another's. Use a store that does.`,
      );
    return { text: await response.text(), tag };
  };
  return {
    name: base,
    readBytes,
    readText,

    /** Writes a file without secrets there, and tries to read it without the token. */
    async showsToAnybody(folder) {
      const path = `${folder}/private.txt`;
      await putOnce(path, 'Only for whoever publishes here.');
      return (await request(path, {}, '')).ok;
    },

    /** Skips existing files with the same content. Throws for existing files with other content. */
    async addVersion(folder, files) {
      for (const [name, bytes] of files) {
        const path = `${folder}/${name}`;
        // The same code can have other maps, for example after a change to comments. The first maps stay.
        if ((await putOnce(path, bytes)) || isPrivate(path) || (await readBytes(path))?.equals(bytes)) continue;
        throw new Error(
          `${base}${path} is there with another content. A published file is never changed: build again under ` +
            'another version.',
        );
      }
    },

    async replace(path, text, tag) {
      let response;
      try {
        response = await put(path, text, tag === null ? { 'If-None-Match': '*' } : { 'If-Match': tag });
      } catch (error) {
        // The answer was lost, but the change may have been made: read it back.
        if (error instanceof NoAnswer && (await readText(path))?.text === text) return;
        throw error;
      }
      if (response.status === 412) throw new StoreConflict(`${path} of ${base} was changed meanwhile.`);
      if (!response.ok) throw await refusal(base, 'changing', path, response);
    },

    /** Nothing is deleted over HTTP: the store's administrator does that. */
    prune: async () => [],
  };
}
