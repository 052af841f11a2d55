// For the host and for tests; remotes cannot import it.
export { keptNowhere, type KeptSends } from './kept-sends.ts';
export { provideSends } from './provide-sends.ts';
export { lastSentAtom, sentAtom } from './sent.ts';
