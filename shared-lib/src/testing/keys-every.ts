let timeStamp = 0;
let timeKey: ((event: KeyboardEvent) => void) | undefined;

/**
 * Until the end of the test a key comes this many milliseconds after the one before it, the first one after a second,
 * however busy the computer is: a barcode scanner is told from a person by that.
 */
export function keysEvery(gap: number): void {
  forget();
  timeStamp += 1_000;
  timeKey = (event) => void Object.defineProperty(event, 'timeStamp', { value: (timeStamp += gap) });
  window.addEventListener('keydown', timeKey, { capture: true });
}

function forget(): void {
  if (timeKey) window.removeEventListener('keydown', timeKey, { capture: true });
}

afterEach(forget);
