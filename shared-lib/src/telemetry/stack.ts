import { redactAddress, redactText } from './redaction.ts';

/** Where a function of a stack stands. */
export interface StackFrame {
  /** Of the function; '' where the browser knows none. */
  readonly name: string;
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/** Most frames of a stack that are kept, from its top. */
const FRAMES = 20;
/** Most characters of a stack that are looked at. */
const LONGEST = 20_000;
const NAME_LENGTH = 80;

// `    at name (address:1:2)`, `    at async address:1:2` (Chromium); `name@address:1:2` (Firefox, Safari).
const chromiumLine = /^\s*at (?:async )?(?:(.*?) \()?([a-z][a-z0-9+.-]*:\/?\/?[^\s()]+?):(\d+):(\d+)\)?$/i;
const otherLine = /^(.*?)@([a-z][a-z0-9+.-]*:\/?\/?\S+?):(\d+):(\d+)$/i;

/** Reads an error's stack as browsers write it, from its top; lines that are no frames are left out. */
export function readStack(stack: string): readonly StackFrame[] {
  const frames: StackFrame[] = [];
  for (const text of stack.slice(0, LONGEST).split('\n')) {
    const found = chromiumLine.exec(text) ?? otherLine.exec(text);
    if (!found) continue;
    const [, name = '', url = '', line = '', column = ''] = found;
    frames.push({ name, url, line: Number(line), column: Number(column) });
    if (frames.length === FRAMES) break;
  }
  return frames;
}

/** A name as code has it; anything else might be a text that somebody typed. */
function plainName(name: string): string {
  const short = redactText(name).slice(0, NAME_LENGTH);
  return /^[\w$.<>[\]# ]+$/.test(short) ? short : '';
}

/** Frames as they are reported: one a line, `at name (address:line:column)`, without anything personal. */
export function stackText(frames: readonly StackFrame[]): string {
  return frames
    .map(({ name, url, line, column }) => {
      const place = `${redactAddress(url)}:${line}:${column}`;
      const known = plainName(name);
      return known === '' ? `at ${place}` : `at ${known} (${place})`;
    })
    .join('\n');
}

/** A stack that somebody else has reported, as {@link stackText} writes it: nothing but frames stays. */
export const redactStack = (stack: string): string => stackText(readStack(stack));
