// What screens reach the server with.
export * from './pages.ts';
export { useSends, useSent } from './use-sends.ts';
export type { Sends, Sending, SendingContent } from './sends.ts';
export { isOpen, type SendResult, type Sent, type SentCommand, type SentOutcome } from './sent.ts';
