/** The part of `fetch` that documents are read with. */
export type FetchDocument = (url: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;
