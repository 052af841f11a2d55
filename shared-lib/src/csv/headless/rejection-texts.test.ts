import { page } from '../../i18n/state.ts';
import { unpackImeiAnswer } from './packed-answer.ts';
import { readPackedFile } from './read-file.ts';
import type { CsvSource } from './imei-file.ts';

const options = { yieldNow: () => Promise.resolve(), now: () => 0 };

/** The answer of a worker, which knows no language, as a page in Hindi shows it. */
async function inHindi(source: Omit<CsvSource, 'size'>, catalogue: Readonly<Record<string, string>>) {
  const packed = await readPackedFile('imei', { ...source, size: 1 }, options);
  page.catalogues.set('shared-lib', catalogue);
  const answer = unpackImeiAnswer(packed);
  page.catalogues.clear();
  if (answer.kind !== 'rejected') throw new Error(`The file was ${answer.kind}.`);
  return answer;
}

it('D31 why a file is refused is said in the language of the page, wherever it was read', async () => {
  const content = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1).buffer;
  const english = '{name} has an old or binary Excel format (.xls, .xlsb), which cannot be read.';
  const answer = await inHindi({ name: 'old.xls', type: '', content }, { [english]: '{name} पुराने फ़ॉर्मैट की है।' });
  expect(answer.reason).toBe('old.xls पुराने फ़ॉर्मैट की है।');
});

it('B1 D31 a wrong header is listed as such in every language', async () => {
  const content = new TextEncoder().encode('serial,imei\n1,2').buffer;
  const answer = await inHindi(
    { name: 'a.csv', type: '', content },
    { 'The first line is "{found}".': 'पहली लाइन "{found}" है।', 'It must be: {columns}': 'यह होनी चाहिए: {columns}' },
  );
  expect(answer.detail).toBe('पहली लाइन "serial,imei" है। यह होनी चाहिए: sno,imei1');
  expect([...answer.errors]).toMatchObject([{ line: 1, error: 'headers not matched' }]);
});
