// The table of refusals in words: for a terminal, the linter and the guide.
/** @import { RefusalId, Refuse } from './table.mjs' */
import { refusalOf, refusals } from './table.mjs';

/** @type {(text: string) => string} */
export const withoutLinks = (text) => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');

/** @type {(text: string) => string} */
const plain = (text) => withoutLinks(text).replaceAll('`', '');

/**
 * `places` are a file and a finding each.
 * @type {(id: RefusalId, places: readonly string[]) => string}
 */
export function describeRefusal(id, places) {
  const { what, instead } = refusalOf(id);
  return [
    `Refused: ${plain(what)}. [${id}]`,
    ...places.map((place) => `  ${place}`),
    `Instead: ${plain(instead)}.`,
  ].join('\n');
}

/** Collects findings: `refuse` adds one; `described()` returns them all in words, in the order of the table. */
export function gathering() {
  /** @type {Map<RefusalId, Set<string>>} */
  const found = new Map();
  /** @type {Refuse} */
  const refuse = (id, place, what) => void found.set(id, (found.get(id) ?? new Set()).add(`${place}: ${what}`));
  const described = () =>
    refusals.flatMap(({ id }) => {
      const places = found.get(id);
      return places ? [describeRefusal(id, [...places])] : [];
    });
  return { refuse, described };
}

/** @type {() => string} */
export function refusalTable() {
  return [
    '| refused | instead |',
    '|---|---|',
    ...refusals.map(({ what, instead }) => `| ${what} | ${instead} |`),
  ].join('\n');
}
