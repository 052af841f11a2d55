import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { CFB } from 'xlsx';
import { madeByLibreOffice, readBad, readImeis, readGood, sheetOf, workbookOf } from '../../testing/workbooks.ts';

const phones = {
  Phones: sheetOf([
    ['sno', 'imei1'],
    [1, '356938035643809'],
  ]),
};
const workbook = workbookOf(phones);

/** The container in which Excel keeps a workbook with a password. */
function encrypted(): Uint8Array {
  const container: unknown = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/EncryptionInfo', strToU8('info'));
  CFB.utils.cfb_add(container, '/EncryptedPackage', strToU8('package'));
  const bytes: Buffer = CFB.write(container, { type: 'buffer' });
  return new Uint8Array(bytes);
}

const SHEET = 'xl/worksheets/sheet1.xml';

/** A workbook without one of its files, which stands in it under another name. */
function without(whole: Uint8Array, name: string): Uint8Array {
  const files = Object.entries(unzipSync(whole)).map(([file, bytes]) => [file === name ? `${file}.xml` : file, bytes]);
  return zipSync(Object.fromEntries(files) as Record<string, Uint8Array>);
}

/** A stored file of an archive with other bytes of the same number, its checksum left as it was. */
function tampered(): Uint8Array {
  const bytes = zipSync(unzipSync(workbook), { level: 0 });
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = text.indexOf('356938035643809');
  if (at < 0) throw new Error('The IMEI does not stand in the archive.');
  text.write('356938035643808', at);
  return bytes;
}

/** The archive says of a part that it has ten bytes once it is unpacked. */
function lying(): Uint8Array {
  const bytes = Buffer.from(workbook);
  for (let at = bytes.indexOf(SHEET); at >= 0; at = bytes.indexOf(SHEET, at + 1)) {
    if (bytes.readUInt32LE(at - 30) === 0x04034b50) bytes.writeUInt32LE(10, at - 8);
    else if (bytes.readUInt32LE(at - 46) === 0x02014b50) bytes.writeUInt32LE(10, at - 22);
  }
  return new Uint8Array(bytes);
}

const damaged = /^devices\.xlsx is damaged/;
const notRead = /^Only CSV files are allowed\.$/;
const oldFormat = /^devices\.xlsx has an old or binary Excel format/;

describe('a workbook that cannot be read is refused in plain words', () => {
  it.each<[string, () => Uint8Array, RegExp]>([
    ['the format of Excel before 2007', () => workbookOf(phones, 'biff8'), oldFormat],
    ['the binary format', () => workbookOf(phones, 'xlsb'), oldFormat],
    ['one with a password', encrypted, /^devices\.xlsx is protected by a password\.$/],
    ['one that was cut off', () => workbook.subarray(0, workbook.length / 2), damaged],
    ['one with a changed figure', tampered, damaged],
    ['one with a part that unpacks to more than it says', lying, damaged],
    ['one whose text is not there', () => without(madeByLibreOffice(), 'xl/sharedStrings.xml'), damaged],
    ['one without one of its sheets', () => without(workbook, SHEET), damaged],
    ['one without a list of sheets', () => without(workbook, 'xl/workbook.xml'), damaged],
    ['an archive of something else', () => zipSync({ 'word/document.xml': strToU8('<a/>') }), notRead],
    ['plain text under the name of a workbook', () => strToU8('sno,imei1\n1,356938035643809'), notRead],
  ])('D10a %s', async (_name, bytes, reason) => {
    const answer = await readBad(bytes());
    expect(answer.reason).toMatch(reason);
    expect(answer.detail).not.toBe('');
    expect([...answer.errors]).toEqual([]);
  });

  it('D10a what it is counts, not its name', async () => {
    expect(await readGood(workbook, { name: 'devices.csv', type: 'text/csv' })).toMatchObject({ totals: { valid: 1 } });
    expect(await readGood(workbook, { name: 'devices' })).toMatchObject({ totals: { valid: 1 } });
  });

  it('D10a names that its XML defines stand for nothing: neither for text nor for a file', async () => {
    const parts = Object.entries(unzipSync(workbook)).map(([name, bytes]) => {
      const text = strFromU8(bytes);
      if (!text.includes('356938035643809')) return [name, bytes] as const;
      const defined = '<!DOCTYPE x [<!ENTITY a "490154203237518"><!ENTITY b SYSTEM "file:///etc/hostname">]>';
      return [name, strToU8(text.replace('?>', `?>${defined}`).replace('356938035643809', '&a;&b;'))] as const;
    });
    const answer = await readBad(zipSync(Object.fromEntries(parts)));
    expect(JSON.stringify([answer.reason, [...answer.errors]])).not.toContain('490154203237518');
  });

  it('D10a one that unpacks to more than may be read is not unpacked', async () => {
    const many = workbookOf({ Phones: sheetOf(Array.from({ length: 2_000 }, (_, row) => [row, '356938035643809'])) });
    expect(many.length).toBeLessThan(100_000);
    expect(await readBad(many, { mostUnpacked: 100_000 })).toMatchObject({
      reason: 'devices.xlsx holds more than 0.1 MB once it is unpacked, which is too much to be read here.',
      detail: expect.stringMatching(/^Save the sheet with the IMEIs as CSV/) as string,
    });
  });

  it('D10a one that is larger than is read is not read at all', async () => {
    const bytes = new Uint8Array(65 * 1024 * 1024);
    bytes.set(workbook);
    expect(await readBad(bytes)).toMatchObject({
      reason: 'devices.xlsx is too large: an Excel workbook is read up to 64 MB.',
    });
  });

  it('D10a reading can be called off while its bytes come', async () => {
    expect(await readImeis(workbook, { isCancelled: () => true })).toEqual({ kind: 'cancelled' });
  });
});
