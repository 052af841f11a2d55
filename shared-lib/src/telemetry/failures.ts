import type { RemoteFailureReport } from '../contract/index.ts';

const TAKEN_OUT = '…';

/** Characters of a text that are kept. */
const LONGEST_TEXT = 2_000;
/** Shorter form values occur in too many words. */
const SHORTEST_VALUE = 3;

const address = /\b(?:https?|wss?|blob|file):[^\s"'`<>()]+/gi;
// Possible tokens.
const token = /(?<![\w-])(?=[\w-]*\d)[\w-]{24,}/g;
const rules: readonly (readonly [RegExp, string])[] = [
  // V8 quotes the input of JSON.parse().
  [/(?:\.{3})?"[^]*?"(?:\.{3})? is not valid JSON/g, `${TAKEN_OUT} is not valid JSON`],
  [/[^\s@<>"'`(),;:=/]{1,64}@[^\s@<>"'`(),;:=/]{1,255}\.[a-z]{2,}/gi, TAKEN_OUT],
  // An address without an origin.
  [/(\/[\w./-]{0,200})[?#][^\s"'`<>()]*/g, '$1'],
  [token, TAKEN_OUT],
  // Six digits or more, even if the number is written in groups.
  [/\d(?:[ ./-]?\d){5,}/g, TAKEN_OUT],
];

/** An address without user, query, fragment, the numbers in its path, and the hashes of file names. */
function redactAddress(text: string): string {
  const bare = text.replace(/[?#].*$/, '').replace(/^(\w+:\/\/)[^/]*@/, '$1');
  return bare.replace(/(?<![A-Za-z0-9])\d{6,}(?![A-Za-z0-9])/g, TAKEN_OUT);
}

/** Names of scripts and styles are as long as tokens, but are not tokens. */
function redactMention(text: string): string {
  const bare = redactAddress(text);
  return /\.(js|css)$/.test(bare) ? bare : bare.replace(token, TAKEN_OUT);
}

function redactPlain(text: string): string {
  return rules.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
}

/**
 * A text without what may be personal: e-mail addresses, numbers of six digits or more, tokens, queries and fragments
 * of addresses, and each of `values`, such as values of the page's form fields.
 */
export function redactText(text: string, values: readonly string[] = []): string {
  const cut = text.slice(0, LONGEST_TEXT);
  const without = values
    .filter((value) => value.trim().length >= SHORTEST_VALUE)
    .reduce((rest, value) => rest.replaceAll(value, TAKEN_OUT), cut);
  let done = '';
  let end = 0;
  for (const { 0: found, index } of without.matchAll(address)) {
    done += redactPlain(without.slice(end, index)) + redactMention(found);
    end = index + found.length;
  }
  return done + redactPlain(without.slice(end));
}

/** The position of a stack frame. */
export interface StackFrame {
  /** '' if the browser does not know it. */
  readonly name: string;
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/** Frames kept from the top of a stack. */
const FRAMES = 20;
/** Characters of a stack that are examined. */
const LONGEST_STACK = 20_000;
const NAME_LENGTH = 80;

// `    at name (address:1:2)`, `    at async address:1:2` (Chromium); `name@address:1:2` (Firefox, Safari).
const chromiumLine = /^\s*at (?:async )?(?:(.*?) \()?([a-z][a-z0-9+.-]*:\/?\/?[^\s()]+?):(\d+):(\d+)\)?$/i;
const otherLine = /^(.*?)@([a-z][a-z0-9+.-]*:\/?\/?\S+?):(\d+):(\d+)$/i;

/** Reads an error's stack of any browser, from the top; skips lines that are not frames. */
export function readStack(stack: string): readonly StackFrame[] {
  const frames: StackFrame[] = [];
  for (const text of stack.slice(0, LONGEST_STACK).split('\n')) {
    const found = chromiumLine.exec(text) ?? otherLine.exec(text);
    if (!found) continue;
    const [, name = '', url = '', line = '', column = ''] = found;
    frames.push({ name, url, line: Number(line), column: Number(column) });
    if (frames.length === FRAMES) break;
  }
  return frames;
}

/** Keeps only names that code can have; anything else might be typed by a person. */
function plainName(name: string): string {
  const short = redactText(name).slice(0, NAME_LENGTH);
  return /^[\w$.<>[\]# ]+$/.test(short) ? short : '';
}

/** Frames for a report: one a line, `at name (address:line:column)`, without personal data. */
export function stackText(frames: readonly StackFrame[]): string {
  return frames
    .map(({ name, url, line, column }) => {
      const place = `${redactAddress(url)}:${line}:${column}`;
      const known = plainName(name);
      return known === '' ? `at ${place}` : `at ${known} (${place})`;
    })
    .join('\n');
}

/** A reported stack, in {@link stackText}'s form: keeps only frames. */
export const redactStack = (stack: string): string => stackText(readStack(stack));

/** Stack frames that distinguish failures. */
const TOP_FRAMES = 3;

/** What failures of one kind share: build, source, message and top of the stack. */
export function failureKey(failure: Omit<RemoteFailureReport, 'count' | 'owner' | 'sequence' | 'screen'>): string {
  const { remote, version, release, source, kind, message, stack } = failure;
  return [remote, version, release, source, kind, message, ...stack.split('\n').slice(0, TOP_FRAMES)].join('\n');
}
