/** How many items OWASP ASVS 5.0 has for level 2 (levels 1 and 2), by section in each chapter; each counts from 1. */
const chapters: readonly Readonly<Record<number, number>>[] = [
  { 1: 2, 2: 9, 3: 11, 4: 3, 5: 2 },
  { 1: 3, 2: 3, 3: 4, 4: 1 },
  { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 },
  { 1: 3, 2: 1, 3: 2, 4: 4 },
  { 1: 1, 2: 3, 3: 2, 4: 3 },
  { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 },
  { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 },
  { 1: 2, 2: 3, 3: 1, 4: 1 },
  { 1: 3, 2: 4 },
  { 1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3 },
  { 1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1 },
  { 1: 3, 2: 2, 3: 4 },
  { 1: 1, 2: 5, 3: 2, 4: 5 },
  { 1: 2, 2: 4, 3: 3 },
  { 1: 3, 2: 3, 3: 7 },
  { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 },
  { 1: 1, 2: 4, 3: 2 },
];

/** Every item of level 2, as `V6.2.1`, in order. */
export const asvsItems: readonly string[] = chapters.flatMap((sections, chapter) =>
  Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, item) => `V${chapter + 1}.${section}.${item + 1}`),
  ),
);

/** How many items level 2 has in each chapter, from V1 on. */
export const asvsCounts: readonly number[] = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

/** Chapters in which nothing may stay open: authentication, sessions, authorisation, configuration, logging. */
export const closedChapters: readonly string[] = ['V6', 'V7', 'V8', 'V13', 'V16'];
