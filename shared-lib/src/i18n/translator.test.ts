import { addCatalogue, languages, readCatalogue, speak, loadCommonCatalogue } from '../i18n-host/index.ts';
import { provideIcuFormatter } from '../i18n-host/icu.ts';
import { english, type Language, page } from './state.ts';
import { formatLocale, translatorOf } from './index.ts';

const hindi = languages.find(({ id }) => id === 'hi') as Language;
const devices = '{count, plural, one {{count} device} other {{count} devices}} of {file}';

beforeEach(() => {
  page.catalogues.clear();
  page.format = null;
  speak(english);
});

describe('translatorOf', () => {
  it('D31 gives the English text where there is no catalogue, with values in the place of their names', () => {
    const t = translatorOf('mf-x');
    expect(t('Retry')).toBe('Retry');
    expect(t('{name} was not saved, {count} rows', { name: 'a {count}.csv', count: 3 })).toBe(
      'a {count}.csv was not saved, 3 rows',
    );
    expect(t('{unknown} stays', { name: 'x' })).toBe('{unknown} stays');
  });

  it("D31 gives a package's own text before that of the common ones, and never another package's", () => {
    addCatalogue('shared-lib', { Retry: 'common', Cancel: 'common' });
    addCatalogue('mf-x', { Retry: 'own', Close: '' });
    addCatalogue('mf-y', { Close: 'foreign' });
    speak(hindi);
    const t = translatorOf('mf-x');
    expect([t('Retry'), t('Cancel'), t('Close'), t.known('Retry')]).toEqual(['own', 'common', 'Close', 'own']);
  });

  it('D31 a later release adds to the texts of an earlier one', () => {
    addCatalogue('mf-x', { Retry: 'first', Cancel: 'first' });
    addCatalogue('mf-x', { Retry: 'second' });
    const t = translatorOf('mf-x');
    expect([t('Retry'), t('Cancel')]).toEqual(['second', 'first']);
  });

  it('D31 forms plurals by the rules of the language, of numbers and of numbers that are written already', () => {
    provideIcuFormatter();
    const t = translatorOf('mf-x');
    expect(t(devices, { count: 1, file: 'a.csv' })).toBe('1 device of a.csv');
    expect(t(devices, { count: '1,000', file: 'a.csv' })).toBe('1,000 devices of a.csv');
    addCatalogue('mf-x', { [devices]: '{file}: {count, plural, one {one or none} other {many}}' });
    speak(hindi);
    // In Hindi nothing is counted as one thing is.
    expect(t(devices, { count: 0, file: 'a.csv' })).toBe('a.csv: one or none');
    expect(t(devices, { count: 2, file: 'a.csv' })).toBe('a.csv: many');
  });

  it('D31 shows the form for many until the rules are there, and English where a catalogue is faulty', () => {
    const t = translatorOf('mf-x');
    expect(t(devices, { count: 1, file: 'a.csv' })).toBe('1 devices of a.csv');
    provideIcuFormatter();
    addCatalogue('mf-x', { [devices]: '{count, plural, one {' });
    speak(hindi);
    expect(t(devices, { count: 2, file: 'a.csv' })).toBe('2 devices of a.csv');
  });

  it('D31 writes dates and numbers as the language of the page does', () => {
    expect(formatLocale()).toBe('en-IN');
    speak(hindi);
    expect(formatLocale()).toBe('hi-IN');
  });
});

describe('catalogues', () => {
  it('D31 every language but English has one', async () => {
    for (const { id } of languages.filter((language) => language !== english))
      expect(Object.keys(await loadCommonCatalogue(id)).length).toBeGreaterThan(0);
  });

  it('D31 what is none is refused', () => {
    expect(() => readCatalogue({ Retry: 1 })).toThrow();
    expect(() => readCatalogue('Retry')).toThrow();
  });
});
