// What screens read from the server, and what they send: one cache and one list of sendings a page.
export { DataProvider } from './data-provider.tsx';
export { onSent, notifySent } from './sent-channel.ts';
export type { Query, QueryState } from './query-state.ts';
export { useAnswer, useCachedAnswer, type Answered } from './use-answer.ts';
export { useAskedAnswer, type AskedAnswer } from './use-asked-answer.ts';
export { useIsLate } from './use-is-late.ts';
export { useInvalidate, type Invalidate } from './use-invalidate.ts';
export { usePolling } from './use-polling.ts';
export { useQuery } from './use-query.ts';
export { useRead, type Read } from './use-read.ts';
export { useSendLog, useSends, useUnsentScans } from './use-sends.ts';
export type { Sends, Sending, SendingContent } from './sends.ts';
export {
  isOpen,
  type SendResult,
  type Sent,
  type SentCommand,
  type SentDevice,
  type SentOutcome,
  type UnsentScan,
} from './sent.ts';
export { useSent } from './use-sent.ts';
