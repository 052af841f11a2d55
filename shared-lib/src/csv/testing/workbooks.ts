import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { utils, write, type BookType, type CellObject, type WorkSheet } from 'xlsx';
import { readImeiFile, readNotificationFile } from '../headless/read-batch-file.ts';
import type { ImeiFile, ImeiFileAnswer, ReadOptions, RejectedFile } from '../headless/imei-file.ts';
import type { NotificationFile } from '../headless/notification-file.ts';

/** What stands in a cell; null for none. */
export type CellValue = string | number | boolean | null | CellObject;

/** A workbook by LibreOffice Calc 7.4 with IMEIs as texts, numbers and formulas, titles, and hidden rows and sheets. */
export function madeByLibreOffice(): Uint8Array {
  return new Uint8Array(readFileSync(join(__dirname, 'made-by-libreoffice.xlsx')));
}

/** A sheet of these rows; `more` is what SheetJS writes of it besides, such as hidden rows. */
export function sheetOf(rows: readonly (readonly CellValue[])[], more: Partial<WorkSheet> = {}): WorkSheet {
  return Object.assign(utils.aoa_to_sheet(rows.map((row) => [...row])), more);
}

/** A workbook by SheetJS with these sheets; names of hidden ones begin with a full stop. */
export function workbookOf(sheets: Readonly<Record<string, WorkSheet>>, bookType: BookType = 'xlsx'): Uint8Array {
  const names = Object.keys(sheets);
  const bytes: ArrayBuffer = write(
    {
      SheetNames: names,
      Sheets: { ...sheets },
      Workbook: { Sheets: names.map((name) => ({ Hidden: name.startsWith('.') ? 1 : 0 })) },
    },
    { type: 'array', bookType, compression: true },
  );
  return new Uint8Array(bytes);
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

const options: ReadOptions = { yieldNow: () => Promise.resolve(), now: () => 0 };
const sourceOf = (bytes: Uint8Array, name: string, type = '') => ({
  name,
  type,
  size: bytes.length,
  content: inOnePiece(bytes),
});

/** Reads a file of IMEIs. */
export function readBytes(
  bytes: Uint8Array,
  more: Partial<ReadOptions> & { readonly name?: string; readonly type?: string } = {},
): Promise<ImeiFileAnswer> {
  const { name = 'devices.xlsx', type, ...others } = more;
  return readImeiFile(sourceOf(bytes, name, type), { ...options, ...others });
}

/** Reads a file of IMEIs that can be used; throws for another. */
export async function readGood(...given: Parameters<typeof readBytes>): Promise<ImeiFile> {
  const answer = await readBytes(...given);
  if (answer.kind !== 'read') throw new Error(`The file was ${answer.kind}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Reads a file of IMEIs that cannot be used; throws for one that can. */
export async function readBad(...given: Parameters<typeof readBytes>): Promise<RejectedFile> {
  const answer = await readBytes(...given);
  if (answer.kind !== 'rejected') throw new Error(`The file was ${answer.kind}.`);
  return answer;
}

/** Reads a file of notifications that can be used; throws for another. */
export async function readNotifications(bytes: Uint8Array): Promise<NotificationFile> {
  const answer = await readNotificationFile(sourceOf(bytes, 'messages.xlsx'), options);
  if (answer.kind !== 'read') throw new Error(`The file was ${answer.kind}: ${JSON.stringify(answer)}`);
  return answer;
}
