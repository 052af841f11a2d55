import { isLongText, textPieces } from './long-text.ts';

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
