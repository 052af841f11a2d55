import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { utils, write, type BookType, type CellObject, type WorkSheet } from 'xlsx';
import { fileSource } from '../browser/file-source.ts';
import type { FileFormat } from '../headless/file-rows.ts';
import type { CsvSource, ImeiFile, ImeiFileAnswer, ReadOptions, RejectedFile } from '../headless/imei-file.ts';
import type { NotificationFile, NotificationFileAnswer } from '../headless/notification-file.ts';
import { unpackImeiAnswer, unpackNotificationAnswer } from '../headless/packed-answer.ts';
import { readPackedFile } from '../headless/read-file.ts';
import { readWorkbook } from '../headless/workbook/read-workbook.ts';

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

/** Bytes that come in pieces of these sizes, in turn. */
export function inPieces(bytes: Uint8Array, sizes: readonly number[]): Pick<CsvSource, 'size' | 'read'> {
  let piece = 0;
  return {
    size: bytes.length,
    read: async (start, end) => {
      // The head comes whole.
      if (end - start < 100 || sizes.length === 0) return bytes.subarray(start, end);
      piece += 1;
      return bytes.subarray(start, start + (sizes[piece % sizes.length] ?? 1));
    },
  };
}

/** What a test reads: the text of a CSV file, or the bytes of a workbook, unless `name` and `type` say otherwise. */
export type Content = string | Uint8Array | Pick<CsvSource, 'size' | 'read'>;
export type ReadingOptions = Partial<ReadOptions> & { readonly name?: string; readonly type?: string };

function packed(format: FileFormat, content: Content, { name, type, ...more }: ReadingOptions) {
  const isText = typeof content === 'string';
  const facts = [name ?? (isText ? 'imei.csv' : 'devices.xlsx'), type ?? (isText ? 'text/csv' : '')] as const;
  const source: CsvSource =
    isText || content instanceof Uint8Array
      ? fileSource(new File([isText ? content : new Uint8Array(content)], facts[0], { type: facts[1] }))
      : { name: facts[0], type: facts[1], ...content };
  return readPackedFile(format, source, {
    yieldNow: () => Promise.resolve(),
    now: () => 0,
    workbookReader: async () => readWorkbook,
    ...more,
  });
}

/** Reads a file of IMEIs, whose answer comes from a worker. */
export async function readImeis(content: Content, options: ReadingOptions = {}): Promise<ImeiFileAnswer> {
  return unpackImeiAnswer(structuredClone(await packed('imei', content, options)));
}

/** Reads a file of notifications, whose answer comes from a worker. */
export async function readMessages(content: Content, options: ReadingOptions = {}): Promise<NotificationFileAnswer> {
  return unpackNotificationAnswer(structuredClone(await packed('notification', content, options)));
}

function usable<File extends ImeiFile>(answer: File | Exclude<ImeiFileAnswer, ImeiFile>): File {
  if (answer.kind !== 'read') throw new Error(`The file was ${answer.kind}: ${JSON.stringify(answer)}`);
  return answer;
}

function unusable(answer: ImeiFileAnswer): RejectedFile {
  if (answer.kind !== 'rejected') throw new Error(`The file was ${answer.kind}.`);
  return answer;
}

/** Reads a file of IMEIs that can be used; throws for another. */
export const readGood = async (...given: Parameters<typeof readImeis>): Promise<ImeiFile> =>
  usable(await readImeis(...given));

/** Reads a file of IMEIs that cannot be used; throws for one that can. */
export const readBad = async (...given: Parameters<typeof readImeis>): Promise<RejectedFile> =>
  unusable(await readImeis(...given));

/** Reads a file of notifications that can be used; throws for another. */
export const readNotifications = async (...given: Parameters<typeof readMessages>): Promise<NotificationFile> =>
  usable<NotificationFile>(await readMessages(...given));

/** Reads a file of notifications that cannot be used; throws for one that can. */
export const readBadNotifications = async (...given: Parameters<typeof readMessages>): Promise<RejectedFile> =>
  unusable(await readMessages(...given));
