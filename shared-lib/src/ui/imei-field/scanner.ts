import { useEffect } from 'react';

/** The gap between two keys of a barcode scanner, in milliseconds, at most; nobody types eight keys so fast. */
const LONGEST_GAP = 60;
const FEWEST_KEYS = 8;

interface KeyPress {
  readonly key: string;
  /** Milliseconds. */
  readonly timeStamp: number;
}

/**
 * Knows the second Enter of a scanner that ends its barcodes with CR LF: nobody pressed it, so it answers no question
 * and sends nothing. The returned function takes every key and is true for such an Enter.
 */
export function createScannerWatch(): (press: KeyPress) => boolean {
  let keys = 0;
  let last: KeyPress = { key: '', timeStamp: Number.NEGATIVE_INFINITY };
  let endsScan = false;
  return (press) => {
    const isFast = press.timeStamp - last.timeStamp <= LONGEST_GAP;
    const isEnter = press.key === 'Enter';
    const isSecond = isEnter && isFast && endsScan;
    endsScan = isEnter && isFast && !isSecond && keys >= FEWEST_KEYS;
    keys = isEnter ? 0 : isFast ? keys + 1 : 1;
    last = press;
    return isSecond;
  };
}

/** While a field takes scans, the second Enter of a scanner reaches nothing on the page. */
export function useScannerWatch(): void {
  useEffect(() => {
    const isSecondEnter = createScannerWatch();
    const listener = (event: KeyboardEvent): void => {
      if (!isSecondEnter(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);
}
