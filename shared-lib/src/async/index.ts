export { holdsLongText, jsonPieces, blobInSlices, textPieces } from './long-text.ts';
export { createListeners, createSubject, type Listeners, type Subject } from './subject.ts';
export { pageClock, forEachInSlices, range, runAtOnce, runInSlices, Slices, type SliceClock } from './slices.ts';
