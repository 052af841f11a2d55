import { type RefObject, useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { cleanImei, isImei } from '../../contract/imei.ts';

/** The gap between two keys of a barcode scanner, in milliseconds, at most; nobody types eight keys so fast. */
const LONGEST_GAP = 60;
const FEWEST_KEYS = 8;

interface KeyPress {
  readonly key: string;
  readonly ctrlKey?: boolean;
  /** Milliseconds. */
  readonly timeStamp: number;
}

/**
 * `scanned`: the Enter after `text`. `second`: the next one, of a scanner that ends its barcodes with CR LF. `key`: any
 * other; `fast` counts the characters in a row that came like a scanner's.
 */
type Pressed =
  | { readonly kind: 'key'; readonly fast: number }
  | { readonly kind: 'scanned'; readonly text: string }
  | { readonly kind: 'second' };

/** Some scanners press Control and J for a line feed. */
const isLineFeed = ({ key, ctrlKey = false }: KeyPress): boolean => ctrlKey && key.toLowerCase() === 'j';

/**
 * Tells a scanner's keys from a person's. The returned function takes every key. A `second` is an Enter that nobody
 * pressed, so it answers no question and sends nothing.
 */
export function createScannerWatch(): (press: KeyPress) => Pressed {
  let text = '';
  let last = Number.NEGATIVE_INFINITY;
  let endsScan = false;
  return (press) => {
    const isFast = press.timeStamp - last <= LONGEST_GAP;
    const isEnter = press.key === 'Enter';
    const isSecond = (isEnter || isLineFeed(press)) && isFast && endsScan;
    const isScan = isEnter && isFast && !isSecond && text.length >= FEWEST_KEYS;
    const scanned = text;
    // The keys of a modifier, such as Shift, come between those of a text.
    const isCharacter = press.key.length === 1 && press.ctrlKey !== true;
    if (isCharacter) text = isFast ? text + press.key : press.key;
    else if (press.key !== 'Shift') text = '';
    last = press.timeStamp;
    endsScan = isScan || (endsScan && press.key === 'Control' && isFast);
    if (isSecond) return { kind: 'second' };
    return isScan ? { kind: 'scanned', text: scanned } : { kind: 'key', fast: text.length };
  };
}

/** What a form does with scans from anywhere on its page. */
export interface Scans {
  /** A barcode is in the field, and its Enter is about to send the form; a field that is disabled stays as it is. */
  readonly onScan: (text: string) => void;
  /** A barcode came while a question was open: it has reached nothing. */
  readonly onBlocked: (text: string) => void;
}

/** Where the keys go: into the field, another text, an open dialog, or nothing that takes text. */
type Place = 'field' | 'text' | 'dialog' | 'page';

const TEXTS =
  'textarea, [contenteditable="true"], input:not([type=checkbox], [type=radio], [type=file], [type=button])';

function placeOf(input: HTMLInputElement): Place {
  const { activeElement } = document;
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
  if (dialogs.some((dialog) => !dialog.contains(input))) return 'dialog';
  if (activeElement === input) return 'field';
  return activeElement?.matches(TEXTS) === true ? 'text' : 'page';
}

const isLocked = (input: HTMLInputElement): boolean => input.disabled || input.readOnly;

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

interface ScannedField {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Puts a text into the field. */
  readonly fill: (text: string) => void;
  /** Takes scans from anywhere on the page; undefined: only what is scanned into the field. */
  readonly scans: Scans | undefined;
}

/**
 * While a field takes scans, the second Enter of a scanner reaches nothing on the page. An IMEI that is scanned takes
 * the place of what the field had. What is scanned is selected, so that the next scan takes its place if it is refused;
 * what a person typed stays, to be mended.
 */
export function useScannerWatch({ field, fill, scans }: ScannedField): void {
  const take = useEffectEvent((event: KeyboardEvent, pressed: Pressed): void => {
    const input = field.current;
    if (pressed.kind === 'second') return swallow(event);
    if (!input) return;
    const place = placeOf(input);
    const isOurs = place === 'field' || (scans !== undefined && place === 'page');
    if (pressed.kind === 'key') {
      // Neither presses a button nor scrolls.
      if (pressed.fast > 1 && isOurs && place === 'page') swallow(event);
      return;
    }
    // After a hiccup of the scanner the field has all of it, and the last keys are only a part.
    const isWhole = place === 'field' && isImei(cleanImei(input.value));
    const text = isWhole ? input.value : pressed.text;
    if (place === 'dialog' && scans) {
      swallow(event);
      scans.onBlocked(text);
    }
    if (!isOurs) return;
    if (place === 'page') swallow(event);
    if (!isLocked(input)) {
      if ((place === 'page' || isImei(cleanImei(text))) && input.value !== cleanImei(text)) flushSync(() => fill(text));
      input.focus();
      input.select();
    }
    scans?.onScan(place === 'page' ? text : input.value);
    if (place === 'page' && !isLocked(input)) input.form?.requestSubmit();
  });
  useEffect(() => {
    const watch = createScannerWatch();
    const onKey = (event: KeyboardEvent): void => take(event, watch(event));
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
