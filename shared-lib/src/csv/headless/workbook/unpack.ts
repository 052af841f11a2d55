import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { Refused } from '../content.ts';
import type { Rejection } from '../imei-file.ts';

// Already in a worker, or on a page that cannot have one.
configure({ useWebWorkers: false });

/** The parts of a workbook with its cells; drawings, macros and cached pivots stay packed. */
const PARTS =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/[^/]+\.xml|xl\/_rels\/[^/]+\.rels|xl\/worksheets\/[^/]+\.xml)$/i;

/** The same for OpenDocument, whose cells are in {@link OPEN_CELLS}. */
const OPEN_PARTS = /^(?:META-INF\/manifest\.xml|content\.xml|styles\.xml)$/;
export const OPEN_CELLS = 'content.xml';

/** Excel's binary format, whose cells are not XML. */
const BINARY_WORKBOOK = /^xl\/workbook\.bin$/i;

/** A workbook whose cells cannot be read; the cause says why. */
export function damaged(cause: unknown): Refused {
  return new Refused({ kind: 'damaged-workbook', cause: cause instanceof Error ? cause.message : String(cause) });
}

type Parts = Readonly<Record<string, Uint8Array>>;

/**
 * Unpacks the parts of a workbook that are read, up to a limit of bytes, checked before and during unpacking. Verifies
 * checksums, so that no damaged number is taken for an IMEI.
 */
export async function unpackWorkbook(bytes: Uint8Array, mostBytes: number): Promise<Parts> {
  try {
    const reader = new ZipReader(new Uint8ArrayReader(bytes), { checkSignature: true });
    const entries = await reader.getEntries();
    const names = entries.map(({ filename }) => filename.replaceAll('\\', '/').replace(/^\//, ''));
    if (names.some((name) => BINARY_WORKBOOK.test(name))) throw new Refused({ kind: 'old-workbook' });
    const isOpen = names.includes(OPEN_CELLS);
    const wanted = entries.flatMap((entry, index): (readonly [string, FileEntry])[] => {
      const name = names[index] ?? '';
      return !entry.directory && (isOpen ? OPEN_PARTS : PARTS).test(name) ? [[name, entry]] : [];
    });
    if (!isOpen && !wanted.some(([name]) => name.startsWith('xl/worksheets/'))) throw new Refused({ kind: 'not-csv' });
    if (wanted.some(([, { encrypted }]) => encrypted)) throw new Refused({ kind: 'protected-workbook' });
    const unpacked = wanted.reduce((sum, [, { uncompressedSize }]) => sum + uncompressedSize, 0);
    if (unpacked > mostBytes) throw new Refused({ kind: 'large-workbook', most: mostBytes, unpacked: true });
    const parts: Record<string, Uint8Array> = {};
    for (const [name, entry] of wanted) parts[name] = await entry.getData(new Uint8ArrayWriter());
    return isOpen ? openParts(parts) : parts;
  } catch (error) {
    throw error instanceof Refused ? error : damaged(error);
  }
}

/** The manifest says what an OpenDocument file is, and whether it has a password. */
function openParts(parts: Parts): Parts {
  const manifest = new TextDecoder().decode(parts['META-INF/manifest.xml']);
  if (!manifest.includes('opendocument.spreadsheet"')) throw new Refused({ kind: 'not-csv' });
  if (manifest.includes('encryption-data')) throw new Refused({ kind: 'protected-workbook' });
  // SheetJS requires styles; a document may lack them.
  return { 'styles.xml': new TextEncoder().encode('<styles/>'), ...parts };
}

const ENCRYPTED_PACKAGE = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]);

function holds(bytes: Uint8Array, wanted: readonly number[]): boolean {
  const [first = 0] = wanted;
  for (let start = bytes.indexOf(first); start >= 0; start = bytes.indexOf(first, start + 1)) {
    if (wanted.every((byte, index) => bytes[start + index] === byte)) return true;
  }
  return false;
}

/** The kind of file in Microsoft's older container: a workbook with a password, or one of the old format. */
export function compoundRejection(bytes: Uint8Array): Rejection {
  return { kind: holds(bytes, ENCRYPTED_PACKAGE) ? 'protected-workbook' : 'old-workbook' };
}
