import { type RefObject, useEffect } from 'react';

/** The gap between two keys of a barcode scanner, in milliseconds, at most; nobody types eight keys so fast. */
const LONGEST_GAP = 60;
const FEWEST_KEYS = 8;

interface KeyPress {
  readonly key: string;
  /** Milliseconds. */
  readonly timeStamp: number;
}

/** `second`: the Enter after `scanned`, of a scanner that ends its barcodes with CR LF. */
type Pressed = 'key' | 'scanned' | 'second';

/**
 * Tells a scanner's keys from a person's. The returned function takes every key: `scanned` is the Enter that ends a
 * barcode, and `second` is an Enter that nobody pressed, so it answers no question and sends nothing.
 */
export function createScannerWatch(): (press: KeyPress) => Pressed {
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
    return isSecond ? 'second' : endsScan ? 'scanned' : 'key';
  };
}

/**
 * While a field takes scans, the second Enter of a scanner reaches nothing on the page. A scan that the field refuses
 * is selected, so that the next one takes its place; what a person typed stays, to be mended.
 */
export function useScannerWatch(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const input = field.current;
    const watch = createScannerWatch();
    let pressed: Pressed = 'key';
    const onKey = (event: KeyboardEvent): void => {
      pressed = watch(event);
      if (pressed !== 'second') return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onInvalid = (): void => {
      if (pressed === 'scanned') input?.select();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    input?.addEventListener('invalid', onInvalid);
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true });
      input?.removeEventListener('invalid', onInvalid);
    };
  }, [field]);
}
