export type FetchDocument = (
  url: string,
  init: { cache: 'no-cache'; signal: AbortSignal },
) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;
