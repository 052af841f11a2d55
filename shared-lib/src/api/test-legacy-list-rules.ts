import type { Meaning } from './test-legacy-rules.ts';
import type { Fields } from './test-legacy.ts';

/** A form of one list among an answer's fields. */
export type ListShape = (rows: readonly Fields[], name: string) => Fields;
const under =
  (name: string): ListShape =>
  (rows) => ({ [name]: rows });
const as =
  (shape: (rows: readonly Fields[]) => unknown): ListShape =>
  (rows, name) => ({ [name]: shape(rows) });

/** What each form of a list means, in calls with one list and in those with several. */
export const listRules: readonly (readonly [string, ListShape, one: Meaning, several: Meaning])[] = [
  ['rows', as((rows) => rows), 'all', 'all'],
  ['rows and null', as((rows) => [null, ...rows, null]), 'all', 'all'],
  [
    'an object with number keys',
    as((rows) => Object.fromEntries(rows.map((row, index) => [index * 2, row]))),
    'all',
    'all',
  ],
  ['JSON text of rows', as((rows) => JSON.stringify(rows)), 'unread', 'unread'],
  ['null', as(() => null), 'none', 'none'],
  ['false', as(() => false), 'none', 'none'],
  ['empty text', as(() => ' '), 'none', 'none'],
  ['{}', as(() => ({})), 'none', 'none'],
  ['under data', under('data'), 'all', 'unread'],
  ['under a name of its own', under('their_list'), 'unread', 'unread'],
  ['under data, without rows', () => ({ data: [] }), 'none', 'unread'],
  ['missing', () => ({}), 'unread', 'unread'],
  ['missing, "No records found"', () => ({ message: 'No records found' }), 'none', 'none'],
  ['a number', as(() => 5), 'unread', 'unread'],
  ['true', as(() => true), 'unread', 'unread'],
  ['words', as(() => 'none'), 'unread', 'unread'],
  ['one row without a list', as(([row]) => row), 'unread', 'unread'],
  ['rows that are no rows', as((rows) => [...rows, 7]), 'unread', 'unread'],
  ['rows that are lists', as((rows) => [...rows, []]), 'unread', 'unread'],
  ['rows of something else', as(() => [{ took: 3 }]), 'unread', 'unread'],
];
