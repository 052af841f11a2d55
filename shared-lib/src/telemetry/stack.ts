import { redactAddress, redactText } from './redaction.ts';

/** The position of a stack frame. */
export interface StackFrame {
  /** The function's name; '' if the browser does not know it. */
  readonly name: string;
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/** How many frames of a stack are kept at most, from its top. */
const FRAMES = 20;
/** How many characters of a stack are examined at most. */
const LONGEST = 20_000;
const NAME_LENGTH = 80;

// `    at name (address:1:2)`, `    at async address:1:2` (Chromium); `name@address:1:2` (Firefox, Safari).
const chromiumLine = /^\s*at (?:async )?(?:(.*?) \()?([a-z][a-z0-9+.-]*:\/?\/?[^\s()]+?):(\d+):(\d+)\)?$/i;
const otherLine = /^(.*?)@([a-z][a-z0-9+.-]*:\/?\/?\S+?):(\d+):(\d+)$/i;

/** Reads an error's stack as browsers write it, from the top; skips lines that are not frames. */
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

/** A name as code has it; anything else might be something that a person typed. */
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

/** A stack that somebody else has reported, as {@link stackText} writes it: keeps only frames. */
export const redactStack = (stack: string): string => stackText(readStack(stack));
