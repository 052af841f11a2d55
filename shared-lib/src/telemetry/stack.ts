import { redactAddress, redactText } from './redaction.ts';

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
const LONGEST = 20_000;
const NAME_LENGTH = 80;

// `    at name (address:1:2)`, `    at async address:1:2` (Chromium); `name@address:1:2` (Firefox, Safari).
const chromiumLine = /^\s*at (?:async )?(?:(.*?) \()?([a-z][a-z0-9+.-]*:\/?\/?[^\s()]+?):(\d+):(\d+)\)?$/i;
const otherLine = /^(.*?)@([a-z][a-z0-9+.-]*:\/?\/?\S+?):(\d+):(\d+)$/i;

/** Reads an error's stack of any browser, from the top; skips lines that are not frames. */
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
