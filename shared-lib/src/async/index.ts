export { holdsLongText, jsonPieces } from './json-pieces.ts';
export { blobInSlices, textPieces } from './long-text.ts';
export { pageClock } from './page-clock.ts';
export { forEachInSlices, range, runAtOnce, runInSlices, Slices, type SliceClock } from './slices.ts';
export { yieldNow } from './yield-now.ts';
