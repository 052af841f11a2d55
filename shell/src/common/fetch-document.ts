/** As much of `fetch` as the platform page needs to read what lies beside the registry. */
export type FetchDocument = (
  url: string,
  init: { cache: 'no-cache'; signal: AbortSignal },
) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;
