export { holdsLongText, jsonPieces } from './json-pieces.ts';
export { blobInSlices, textPieces } from './long-text.ts';
export { pageClock, yieldNow } from './yield-now.ts';
export { forEachInSlices, range, runAtOnce, runInSlices, Slices, type SliceClock } from './slices.ts';
