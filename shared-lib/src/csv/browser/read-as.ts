import type { ReadAs } from '../headless/imei-file.ts';

const ways = new WeakMap<File, ReadAs>();

/** How the operator wants a file to be read, beyond what its name and content say. */
export const readingOf = (file: File): ReadAs => ways.get(file) ?? {};

/** A new file of the same content, to be read in this way too. */
export function fileReadAs(file: File, reading: ReadAs): File {
  const same = new File([file], file.name, { type: file.type });
  ways.set(same, { ...readingOf(file), ...reading });
  return same;
}
