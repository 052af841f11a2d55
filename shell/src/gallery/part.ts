import type { ReactNode } from 'react';

/** One way to use a part. Where it is shown in both themes it is there twice, each with a state of its own. */
export interface Example {
  /** The props that it is about, as they are written. */
  readonly caption: string;
  readonly shown: ReactNode;
  /**
   * `line` takes the whole width. `page` and `window` show what a page or window has one of: reduced, and out of reach
   * of pointer, keyboard and screen readers.
   */
  readonly size?: 'regular' | 'line' | 'page' | 'window';
}

/** The subpaths of shared-lib whose exports the gallery shows. */
export const subpaths = [
  'ui',
  'ui/chart',
  'ui/date-range',
  'ui/dialog',
  'ui/hover',
  'ui/icons',
  'ui/menu',
  'ui/table',
  'ui/timeline',
  'ui/toast',
] as const;

/** What an author imports by one name, with examples of every state and prop. */
export interface Part {
  readonly name: string;
  /** Further functions of the same subpath that belong to it. */
  readonly with?: readonly string[];
  readonly from: (typeof subpaths)[number];
  /** When to use it, in a sentence. */
  readonly use: string;
  readonly examples: readonly Example[];
  /** Its examples are so small that many have room beside one another. */
  readonly isSmall?: boolean;
}

/** Parts of one kind. */
export interface PartGroup {
  readonly title: string;
  readonly parts: readonly Part[];
}

/** The line by which an author has it. */
export function importLine({ name, with: others = [], from }: Part): string {
  return `import { ${[name, ...others].join(', ')} } from '@device-console/shared-lib/${from}';`;
}

/** The fragment of its section's address. */
export function anchorOf(title: string): string {
  return title.replaceAll(' ', '-');
}
