import { page } from '../../i18n/state.ts';
import { readBad } from '../testing/workbooks.ts';

/** What a page in Hindi shows. */
async function inHindi(catalogue: Readonly<Record<string, string>>, ...given: Parameters<typeof readBad>) {
  page.catalogues.set('shared-lib', catalogue);
  const answer = await readBad(...given);
  page.catalogues.clear();
  return answer;
}

it('D31 why a file is refused is said in the language of the page, wherever it was read', async () => {
  const content = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
  const english = '{name} has an old or binary Excel format (.xls, .xlsb), which cannot be read.';
  const answer = await inHindi({ [english]: '{name} पुराने फ़ॉर्मैट की है।' }, content, { name: 'old.xls' });
  expect(answer.reason).toBe('old.xls पुराने फ़ॉर्मैट की है।');
});

it('B1 D31 a wrong header is listed as such in every language', async () => {
  const answer = await inHindi(
    { 'The first line is "{found}".': 'पहली लाइन "{found}" है।', 'It must be: {columns}': 'यह होनी चाहिए: {columns}' },
    'serial,imei\n1,2',
  );
  expect(answer.detail).toBe('पहली लाइन "serial,imei" है। यह होनी चाहिए: sno,imei1');
  expect([...answer.errors]).toMatchObject([{ line: 1, error: 'headers not matched' }]);
});
