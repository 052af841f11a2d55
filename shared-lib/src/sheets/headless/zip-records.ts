/** A deflated file in a zip container; all sizes in bytes. */
export interface ZipEntry {
  readonly name: string;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Where its header begins in the container. */
  readonly offset: number;
}

/** Containers of the plain format hold files, and are themselves, below this size. */
export const ZIP_LIMIT_BYTES = 0xffff_ffff;

const VERSION = 20;
const DEFLATED = 8;
/** 1 January 1980: a file's time says nothing here. */
const FIRST_DAY = 0x21;
const LOCAL = 0x0403_4b50;
const CENTRAL = 0x0201_4b50;
const END = 0x0605_4b50;

type Field = readonly [bytes: 2 | 4, value: number];

function record(fields: readonly Field[], name = ''): Uint8Array<ArrayBuffer> {
  const length = fields.reduce((sum, [bytes]) => sum + bytes, 0);
  const view = new DataView(new ArrayBuffer(length + name.length));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  const record = new Uint8Array(view.buffer);
  record.set(
    Array.from(name, (character) => character.charCodeAt(0)),
    length,
  );
  return record;
}

function common({ crc, packedBytes, bytes, name }: ZipEntry): readonly Field[] {
  return [
    [2, VERSION],
    [2, 0],
    [2, DEFLATED],
    [2, 0],
    [2, FIRST_DAY],
    [4, crc],
    [4, packedBytes],
    [4, bytes],
    [2, name.length],
    [2, 0],
  ];
}

/** What stands before a file's content; its name is ASCII. */
export function localHeader(entry: ZipEntry): Uint8Array<ArrayBuffer> {
  return record([[4, LOCAL], ...common(entry)], entry.name);
}

/** What stands at the end of a container whose files take up its first `offset` bytes. */
export function zipDirectory(entries: readonly ZipEntry[], offset: number): readonly Uint8Array<ArrayBuffer>[] {
  const files = entries.map((entry) =>
    record(
      [[4, CENTRAL], [2, VERSION], ...common(entry), [2, 0], [2, 0], [2, 0], [4, 0], [4, entry.offset]],
      entry.name,
    ),
  );
  const length = files.reduce((sum, file) => sum + file.length, 0);
  return [
    ...files,
    record([
      [4, END],
      [2, 0],
      [2, 0],
      [2, entries.length],
      [2, entries.length],
      [4, length],
      [4, offset],
      [2, 0],
    ]),
  ];
}
