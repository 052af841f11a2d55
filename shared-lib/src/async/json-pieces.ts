import { isLongText, textPieces } from './long-text.ts';

/** True for an object, no list, one of whose own fields is a text that is to be worked on in pieces. */
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

/** What `JSON.stringify` makes of a plain object, in pieces: a long text at once would hold the page up. */
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
