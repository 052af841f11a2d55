// The table of refusals in words: for a terminal, the linter and the guide.
import { type RefusalId, type Refuse, refusalOf, refusals } from './table.ts';

export const withoutLinks = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');

const plain = (text: string): string => withoutLinks(text).replaceAll('`', '');

/** `places` are a file and a finding each. */
export function describeRefusal(id: RefusalId, places: readonly string[]): string {
  const { what, instead } = refusalOf(id);
  return [
    `Refused: ${plain(what)}. [${id}]`,
    ...places.map((place) => `  ${place}`),
    `Instead: ${plain(instead)}.`,
  ].join('\n');
}

/** Collects findings: `refuse` adds one; `described()` returns them all in words, in the order of the table. */
export function gathering() {
  const found: Map<RefusalId, Set<string>> = new Map();
  const refuse: Refuse = (id, place, what) => void found.set(id, (found.get(id) ?? new Set()).add(`${place}: ${what}`));
  const described = () =>
    refusals.flatMap(({ id }) => {
      const places = found.get(id);
      return places ? [describeRefusal(id, [...places])] : [];
    });
  return { refuse, described };
}

export function refusalTable(): string {
  return [
    '| refused | instead |',
    '|---|---|',
    ...refusals.map(({ what, instead }) => `| ${what} | ${instead} |`),
  ].join('\n');
}
