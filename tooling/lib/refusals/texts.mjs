// The table of refusals in words: for a terminal, the linter and the guide.
/** @import { RefusalId } from './table.mjs' */
import { refusalOf, refusals } from './table.mjs';

/**
 * A text of the table where there is no guide to link to.
 * @type {(text: string) => string}
 */
export const withoutLinks = (text) => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');

/**
 * The same for a terminal.
 * @type {(text: string) => string}
 */
const plain = (text) => withoutLinks(text).replaceAll('`', '');

/**
 * A refusal in words: what it is, where (`places`: file and finding each), and what to do instead.
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

/**
 * The table as the guide has it.
 * @type {() => string}
 */
export function refusalTable() {
  return [
    '| refused | instead |',
    '|---|---|',
    ...refusals.map(({ what, instead }) => `| ${what} | ${instead} |`),
  ].join('\n');
}
