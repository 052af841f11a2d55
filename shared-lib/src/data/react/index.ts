// What screens read from the server: one cache a page, its hooks, and what makes answers outdated.
export { DataProvider } from './data-provider.tsx';
export { onSent, tellSent } from './told-sent.ts';
export type { Query, QueryState } from './query-state.ts';
export { useAnswer, useCachedAnswer, type Answered } from './use-answer.ts';
export { useAskedAnswer, type AskedAnswer } from './use-asked-answer.ts';
export { useInvalidate, type Invalidate } from './use-invalidate.ts';
export { usePolling } from './use-polling.ts';
export { useQuery } from './use-query.ts';
export { useRead, type Read } from './use-read.ts';
export { useSent } from './use-sent.ts';
