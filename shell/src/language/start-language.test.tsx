import { screen, within } from '@testing-library/react';
import { english, languages, speak, addCatalogue } from '@device-console/shared-lib/i18n-host';
import { translatorOf } from '@device-console/shared-lib/i18n';
import { failOnConsole, FakeFailure } from '@device-console/shared-lib/testing';
import { chosenLanguage, startLanguage } from './start-language.ts';
import { activeBatch, fakeBatches } from '../testing/fake-batches.ts';
import { registryDocument, wholeConsole } from '../testing/test-registry.ts';
import { logIn, openConsole } from '../testing/open-console.ts';
import type { RenderRoutesOptions } from '../testing/render-routes.tsx';

failOnConsole();

const hindi = languages.filter(({ id }) => id === 'hi')[0] ?? english;

beforeEach(() => localStorage.clear());
afterEach(() => speak(english));

describe('the language of the page', () => {
  it('D31 is English unless one was chosen that there is', () => {
    expect(chosenLanguage(localStorage)).toBe(english);
    localStorage.setItem('browser:language', 'xx');
    expect(chosenLanguage(localStorage)).toBe(english);
  });

  it('D31 its catalogues are there before anything is shown, and the page says its language', async () => {
    const root = document.createElement('div');
    await startLanguage(hindi, root, async () => [['shell', { Hello: 'नमस्ते' }]]);
    expect(root.lang).toBe('hi');
    expect(translatorOf('shell')('Hello')).toBe('नमस्ते');
  });

  it('D31 without its catalogues the page is in English, and the reason is reported', async () => {
    const root = document.createElement('div');
    const report = jest.fn();
    await startLanguage(hindi, root, () => Promise.reject(new Error('no chunk')), report);
    expect(root.lang).toBe('');
    expect(translatorOf('shell')('Welcome')).toBe('Welcome');
    expect(report).toHaveBeenCalledWith(new Error('no chunk'));
  });
});

describe('the console in Hindi', () => {
  const lock = 'डिवाइस लॉक करें';

  describe('the language in the account menu', () => {
    async function openMenu(options: RenderRoutesOptions) {
      const reloadPage = jest.fn();
      const { user } = await openConsole({ ...options, reloadPage });
      await user.click(screen.getByRole('button', { name: /^Account of/ }));
      return { user, reloadPage, choice: within(screen.getByRole('group', { name: 'Language' })) };
    }

    it('D31 says which one is spoken; another is kept, and the page loaded again', async () => {
      const { user, reloadPage, choice } = await openMenu({});
      expect(choice.getByText('English')).toHaveAttribute('aria-current', 'true');
      await user.click(choice.getByRole('button', { name: 'हिन्दी' }));
      expect(reloadPage).toHaveBeenCalledTimes(1);
      expect(chosenLanguage(localStorage)).toBe(hindi);
    });

    it('D31 D16 asks first while a batch runs; staying changes nothing, going on does', async () => {
      const { holder } = await fakeBatches([activeBatch('lock', 'Lock Device')]);
      const { user, reloadPage, choice } = await openMenu({ batches: holder });
      await user.click(choice.getByRole('button', { name: 'हिन्दी' }));
      expect(choice.getByRole('alert')).toHaveTextContent(/^A batch is running/);
      await user.click(choice.getByRole('button', { name: 'Not now' }));
      expect(reloadPage).not.toHaveBeenCalled();
      expect(chosenLanguage(localStorage)).toBe(english);
      await user.click(choice.getByRole('button', { name: 'हिन्दी' }));
      await user.click(choice.getByRole('button', { name: 'हिन्दी anyway' }));
      expect(reloadPage).toHaveBeenCalledTimes(1);
    });
  });

  describe('titles of data in the language of the page', () => {
    beforeEach(() => {
      addCatalogue('shared-lib', { 'Lock Device': lock });
      speak(hindi);
    });

    it('D31 F2 N1 Q2 the menu and the search show a translated title and find it in both languages', async () => {
      const { user } = await openConsole({ session: { userlevel: 'USER', permissions: ['Lock Device', 'Reports'] } });
      const menu = within(screen.getByRole('navigation', { name: 'Console' }));
      const find = screen.getByRole('textbox', { name: 'Find in the menu' });
      for (const text of ['लॉक', 'lock dev']) {
        await user.clear(find);
        await user.type(find, text);
        expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([lock]);
      }
      await user.keyboard('{Control>}k{/Control}');
      const search = await screen.findByRole('combobox');
      for (const text of ['लॉक', 'lock dev']) {
        await user.clear(search);
        await user.type(search, text);
        expect(await screen.findByRole('option', { name: lock })).toBeInTheDocument();
      }
    });

    it('D31 a title that the declaration itself translates is that of the menu', async () => {
      const translated = wholeConsole.map((entry) => ({
        ...entry,
        declaration: {
          ...entry.declaration,
          languages: { hi: { file: 'hi.json', integrity: 'sha384-x', titles: { Reports: 'रिपोर्टें' } } },
        },
      }));
      await openConsole({ registry: Promise.resolve(registryDocument(translated)) });
      const menu = within(screen.getByRole('navigation', { name: 'Console' }));
      expect(menu.getByRole('link', { name: 'रिपोर्टें' })).toHaveAttribute('href', '/reports');
    });

    it('D31 D16 D40 Home and the ring of batches show it', async () => {
      const { holder } = await fakeBatches([activeBatch('lock', 'Lock Device')]);
      await openConsole({ batches: holder });
      expect(screen.getByRole('link', { name: `${lock}: 50 of 200` })).toHaveAttribute('href', '/lockDevice');
      const commands = within(await screen.findByRole('list', { name: 'Commands' }));
      expect(commands.getByRole('link', { name: lock })).toBeInTheDocument();
    });

    it('D31 S7 the login page says in it how long the server wants to be left alone', async () => {
      const login = () =>
        new FakeFailure({ httpStatus: 429, message: 'Too many attempts.', headers: { 'Retry-After': '62' } });
      const { user } = await openConsole({ address: '/login', session: null, handlers: { login } });
      await logIn(user);
      expect(await screen.findByText(/1 मिनट [12] सेकंड/)).toBeInTheDocument();
    });
  });
});
