import type { Navigation, NavigationItem } from '../navigation/screen-routes.ts';

/** This many entries in a row on one subject get a caption; fewer are clear from their icons. */
const LONG_RUN = 3;

/** An entry and what is above it: a caption, '' for only a gap, undefined for nothing. */
export interface SectionedItem {
  readonly item: NavigationItem;
  readonly caption: string | undefined;
}

/**
 * The entries in their given order, with a caption where a longer run on one subject begins. Entries between two such
 * runs form one section without a caption.
 */
export function withCaptions(
  items: readonly NavigationItem[],
  captions: ReadonlyMap<string, string>,
): readonly SectionedItem[] {
  const sectionOf = items.map((item, index) => {
    const caption = captions.get(item.group ?? '');
    if (item.group === undefined) return index === 0 || index === items.length - 1 ? index : '';
    return caption !== undefined && runAt(items, index) >= LONG_RUN ? caption : '';
  });
  return items.map((item, index) => {
    const section = sectionOf[index];
    const begins = index > 0 && section !== sectionOf[index - 1];
    return { item, caption: begins ? (typeof section === 'string' ? section : '') : undefined };
  });
}

function runAt(items: readonly NavigationItem[], index: number): number {
  const group = items[index]?.group;
  let [first, last] = [index, index];
  while (first > 0 && items[first - 1]?.group === group) first -= 1;
  while (last < items.length - 1 && items[last + 1]?.group === group) last += 1;
  return last - first + 1;
}

/** The entries of N1 and N2, then all others under `more`, then Logout. */
export function menuEntries(
  navigation: Navigation,
  captions: ReadonlyMap<string, string>,
  more: string,
): readonly SectionedItem[] {
  const listed = withCaptions(navigation.menu, captions);
  const below = navigation.more.map((item, index) => ({ item, caption: index === 0 ? more : undefined }));
  return [...listed.slice(0, -1), ...below, ...listed.slice(-1)];
}

export function matchingEntries(entries: readonly SectionedItem[], filter: string): readonly SectionedItem[] {
  return entries
    .filter(({ item: { title, words = '' } }) => matchesFilter(`${title} ${words}`, filter))
    .map(({ item }) => ({ item, caption: undefined }));
}

/** Each word of the filter must begin a word of the title. */
export function matchesFilter(title: string, filter: string): boolean {
  const words = title.toLowerCase().split(/[\s-]+/);
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((wanted) => words.some((word) => word.startsWith(wanted)));
}
