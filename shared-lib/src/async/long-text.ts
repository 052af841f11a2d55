import { pageClock, Slices } from './slices.ts';

/** Characters of a text processed at once; more would block the page. */
const PIECE = 128 * 1024;

export const isLongText = (text: string): boolean => text.length > PIECE;

/** The pieces of a text; no character is divided. */
export function* textPieces(text: string): Generator<string, undefined> {
  for (let start = 0; start < text.length;) {
    const last = text.charCodeAt(start + PIECE - 1);
    const isDivided = last >= 0xd800 && last <= 0xdbff;
    const end = start + PIECE + (isDivided ? 1 : 0);
    yield text.slice(start, end);
    start = end;
  }
  return undefined;
}

/** A blob of texts, built in slices so that the page stays responsive. */
export async function blobInSlices(pieces: Iterable<string>, type: string): Promise<Blob> {
  const parts: string[] = [];
  const blobs: Blob[] = [];
  const slices = new Slices(pageClock);
  for (const piece of pieces) {
    parts.push(piece);
    if (!slices.isOver()) continue;
    blobs.push(new Blob(parts.splice(0)));
    await slices.pause();
  }
  return new Blob([...blobs, ...parts], { type });
}

/** True for an object, not a list, with an own field whose text must be processed in pieces. */
export function holdsLongText(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).some((field) => typeof field === 'string' && isLongText(field))
  );
}

function* escapedPieces(text: string): Generator<string, undefined> {
  yield '"';
  for (const piece of textPieces(text)) yield JSON.stringify(piece).slice(1, -1);
  yield '"';
  return undefined;
}

/** `JSON.stringify` of a plain object, in pieces: a long text at once would block the page. */
export function* jsonPieces(value: Readonly<Record<string, unknown>>): Generator<string, undefined> {
  let before = '{';
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (typeof field === 'string') yield* escapedPieces(field);
    else yield JSON.stringify(field);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
  return undefined;
}
