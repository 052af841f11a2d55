// What a remote's style sheets hold that would reach beyond its screens, beside what css-loader refuses itself.
/** @import { RefusalId, SourceFault } from './table.mjs' */
import { farSelectors } from './style-selectors.mjs';

/** @type {(text: string) => string} */
const withoutComments = (text) => text.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
/** @type {(text: string, at: number) => { line: number, column: number }} */
function placeOf(text, at) {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)?.length ?? 0 };
}

/** @type {readonly (readonly [RefusalId, RegExp])[]} */
const patterns = [
  ['page-styles', /@(?:font-face|font-palette-values|counter-style|property|view-transition)\b/g],
  ['page-styles', /position\s*:\s*fixed\b/g],
  ['other-files', /(?:url\(\s*["']?|@import\s+["'])(?:https?:)?\/\/[^"')\s]*/g],
];

/**
 * What is refused in the text of a style sheet: `{ id, line, column, found }` each.
 * @type {(text: string) => SourceFault[]}
 */
export function styleFaults(text) {
  const code = withoutComments(text);
  const named = patterns.flatMap(([id, pattern]) =>
    [...code.matchAll(pattern)].map((match) => ({ id, ...placeOf(code, match.index), found: match[0] })),
  );
  const far = farSelectors(code).map(({ selector, at }) => ({
    id: /** @type {const} */ ('page-styles'),
    ...placeOf(code, at),
    found: selector,
  }));
  return [...named, ...far];
}

/**
 * What css-loader says of a selector without a class of its own, or null when its message is about something else.
 * @type {(message: string) => string | null}
 */
export const impureSelector = (message) => /Selector "([^"]*)" is not pure/.exec(message)?.[1] ?? null;
