import { screen } from '@testing-library/react';
import { use, type ReactNode } from 'react';
import { english, languages, speak } from '@device-console/shared-lib/i18n-host';
import { translatorOf } from '@device-console/shared-lib/i18n';
import { RemoteContext } from '@device-console/shared-lib/console/host';
import { renderConsole } from '@device-console/shared-lib/testing';
import { TableColumnsContext } from '@device-console/shared-lib/ui/host';
import { declaredTitle } from '../releases/release.ts';
import { answerFetch, served } from '../testing/answer-fetch.ts';
import { createRemoteTexts } from './remote-catalogue.ts';
import { HASH, releaseOf } from './test-loader.ts';
import { RemoteTableColumns } from './remote-table-columns.tsx';

describe('the catalogue', () => {
  const hindi = languages.filter(({ id }) => id === 'hi')[0] ?? english;
  const t = translatorOf('mf-x');
  const inHindi = { hi: { file: 'language-hi.json', integrity: HASH, titles: { One: 'एक' } } };
  beforeEach(() => speak(hindi));
  afterEach(() => speak(english));

  describe('createRemoteTexts', () => {
    const inTexts = async (declared = inHindi): Promise<readonly unknown[]> => {
      const reportError = jest.fn();
      Object.assign(globalThis, { reportError });
      await createRemoteTexts(hindi)(releaseOf(undefined, { languages: declared }));
      return reportError.mock.calls;
    };

    it("D31 fetches a release's texts with the hash that its declaration names, before its code runs", async () => {
      const asked = answerFetch(served({ Open: 'खोलें' }));
      expect(await inTexts()).toEqual([]);
      const init = expect.objectContaining({ integrity: HASH });
      expect(asked.mock.calls).toEqual([['http://localhost/1/language-hi.json', init]]);
      expect(t('Open')).toBe('खोलें');
    });

    it('D31 asks past the cache for texts of which the browser keeps others than were published', async () => {
      const mended = served({ Kept: 'रखा' });
      answerFetch((url, init) =>
        init.cache === 'reload' ? mended(url, init) : Promise.reject(new TypeError('Failed to fetch')),
      );
      expect([await inTexts(), t('Kept')]).toEqual([[], 'रखा']);
    });

    it('D31 waits for nothing in English, and for a remote without the language', () => {
      const release = releaseOf('http://localhost/1/', { languages: inHindi });
      expect(createRemoteTexts(english)(release)).toBeNull();
      expect(createRemoteTexts(hindi)(releaseOf())).toBeNull();
    });

    it.each([
      ['a server that fails', served({}, 500), inHindi],
      ['a document that is no catalogue', served([1]), inHindi],
      ['no hash', served({ Shut: 'बंद' }), { hi: { ...inHindi.hi, integrity: '' } }],
    ])('D31 %s leaves the remote in English, and is reported', async (_what, answer, declared) => {
      answerFetch(answer);
      expect(await inTexts(declared)).toHaveLength(1);
      expect(t('Shut')).toBe('Shut');
    });
  });

  describe('declaredTitle', () => {
    it('D31 is in the language of the page before any file of the remote is there', () => {
      expect(declaredTitle({ languages: inHindi }, 'One')).toBe('एक');
      expect(declaredTitle({ languages: inHindi }, 'Two')).toBe('Two');
      expect(declaredTitle({}, 'One')).toBe('One');
    });
  });
});

describe('the columns', () => {
  function Shown(): ReactNode {
    const kept = use(TableColumnsContext);
    if (!kept) return <p>nothing</p>;
    return (
      <>
        <p>{JSON.stringify(['reports', 'devices'].map((table) => kept.of(table) ?? null))}</p>
        <button onClick={() => kept.keep('reports', { user: true })}>Reports</button>
        <button onClick={() => kept.keep('devices', { imei2: false })}>Devices</button>
      </>
    );
  }

  const page = (
    <RemoteContext value={{ id: 'mf-x' }}>
      <RemoteTableColumns>
        <Shown />
      </RemoteTableColumns>
    </RemoteContext>
  );

  describe('D23 the columns of tables', () => {
    it('are kept table by table for the operator', async () => {
      const { user, unmount } = await renderConsole(page);
      expect(screen.getByText('[null,null]')).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Reports' }));
      await user.click(screen.getByRole('button', { name: 'Devices' }));
      expect(screen.getByText('[{"user":true},{"imei2":false}]')).toBeVisible();
      const stored = Object.entries({ ...localStorage }).filter(([key]) => key.includes('table-columns'));
      expect(stored).toHaveLength(1);
      unmount();
      await renderConsole(page, { stored: { [stored[0]?.[0] ?? 'none']: '{"reports":{"user":"yes"}}' } });
      expect(screen.getByText('[null,null]')).toBeVisible();
    });

    it('are not kept where nobody is logged in', async () => {
      await renderConsole(page, { session: null });
      expect(screen.getByText('nothing')).toBeVisible();
    });
  });
});
