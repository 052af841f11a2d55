import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { english, languages, speak, addCatalogue } from '@device-console/shared-lib/i18n-host';
import { translatorOf } from '@device-console/shared-lib/i18n';
import { failOnConsole, FakeFailure } from '@device-console/shared-lib/testing';
import { chosenLanguage } from './chosen-language.ts';
import { changeLanguage, LanguageMenu } from './language-menu.tsx';
import { startLanguage } from './start-language.ts';
import { activeBatch, fakeBatches } from '../testing/fake-batches.ts';
import { registryDocument, wholeConsole } from '../testing/test-registry.ts';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';

describe('the language', () => {
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

    it('D31 a choice is kept, and the page is loaded again', () => {
      const reload = jest.fn();
      changeLanguage(hindi, { reload });
      expect(reload).toHaveBeenCalledTimes(1);
      expect(chosenLanguage(localStorage)).toBe(hindi);
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

  describe('LanguageMenu', () => {
    it('D31 names each language in itself and asks before a running batch would be stopped', async () => {
      const onChoose = jest.fn();
      render(<LanguageMenu warning={() => 'A batch is running.'} onChoose={onChoose} />);
      expect(screen.getByText('English')).toHaveAttribute('aria-current', 'true');
      const user = userEvent.setup();
      await user.click(screen.getByRole('button', { name: 'हिन्दी' }));
      expect(screen.getByRole('alert')).toHaveTextContent('A batch is running.');
      expect(onChoose).not.toHaveBeenCalled();
      await user.click(screen.getByRole('button', { name: 'हिन्दी anyway' }));
      expect(onChoose).toHaveBeenCalledWith(hindi);
    });

    it('D31 changes at once where nothing would be lost', async () => {
      const onChoose = jest.fn();
      render(<LanguageMenu warning={() => null} onChoose={onChoose} />);
      await userEvent.setup().click(screen.getByRole('button', { name: 'हिन्दी' }));
      expect(onChoose).toHaveBeenCalledWith(hindi);
    });
  });
});

describe('the console in Hindi', () => {
  const hindi = languages.filter(({ id }) => id === 'hi')[0] ?? english;
  const lock = 'डिवाइस लॉक करें';

  async function open(options: RenderRoutesOptions = {}) {
    const rendered = await renderRoutes(options);
    await screen.findByRole('heading', { level: 1 });
    return rendered;
  }

  describe('the language in the account menu', () => {
    async function openMenu(options: RenderRoutesOptions) {
      const reloadPage = jest.fn();
      const { user } = await open({ ...options, reloadPage });
      await user.click(screen.getByRole('button', { name: /^Account of/ }));
      return { user, reloadPage, choice: within(screen.getByRole('group', { name: 'Language' })) };
    }

    beforeEach(() => localStorage.clear());

    it('D31 says which one is spoken; another is kept, and the page loaded again', async () => {
      const { user, reloadPage, choice } = await openMenu({});
      expect(choice.getByText('English')).toHaveAttribute('aria-current', 'true');
      await user.click(choice.getByRole('button', { name: 'हिन्दी' }));
      expect(reloadPage).toHaveBeenCalledTimes(1);
      expect(chosenLanguage(localStorage)).toBe(hindi);
    });

    it('D31 D16 asks first while a batch runs, and staying changes nothing', async () => {
      const { holder } = await fakeBatches([activeBatch('lock', 'Lock Device')]);
      const { user, reloadPage, choice } = await openMenu({ batches: holder });
      await user.click(choice.getByRole('button', { name: 'हिन्दी' }));
      expect(choice.getByRole('alert')).toHaveTextContent(/^A batch is running/);
      await user.click(choice.getByRole('button', { name: 'Not now' }));
      expect(reloadPage).not.toHaveBeenCalled();
      expect(chosenLanguage(localStorage)).toBe(english);
    });
  });

  describe('titles of data in the language of the page', () => {
    beforeAll(() => {
      addCatalogue('shared-lib', { 'Lock Device': lock });
      speak(hindi);
    });
    afterAll(() => speak(english));

    it.each([['लॉक'], ['lock dev']])(
      'D31 F2 N1 the menu shows a translated title and finds it by "%s"',
      async (text) => {
        const { user } = await open({ session: { userlevel: 'USER', permissions: ['Lock Device', 'Reports'] } });
        await user.type(screen.getByRole('textbox', { name: 'Find in the menu' }), text);
        const menu = within(screen.getByRole('navigation', { name: 'Console' }));
        expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([lock]);
      },
    );

    it.each([['लॉक'], ['lock dev']])(
      'D31 Q2 the search shows a translated title and finds it by "%s"',
      async (text) => {
        const { user } = await open({ session: { userlevel: 'USER', permissions: ['Lock Device', 'Reports'] } });
        await user.keyboard('{Control>}k{/Control}');
        await user.type(await screen.findByRole('combobox'), text);
        expect(await screen.findByRole('option', { name: lock })).toBeInTheDocument();
      },
    );

    it('D31 a title that the declaration itself translates is that of the menu', async () => {
      const translated = wholeConsole.map((entry) => ({
        ...entry,
        declaration: {
          ...entry.declaration,
          languages: { hi: { file: 'hi.json', integrity: 'sha384-x', titles: { Reports: 'रिपोर्टें' } } },
        },
      }));
      await open({ registry: Promise.resolve(registryDocument(translated)) });
      const menu = within(screen.getByRole('navigation', { name: 'Console' }));
      expect(menu.getByRole('link', { name: 'रिपोर्टें' })).toHaveAttribute('href', '/reports');
    });

    it('D31 D16 D40 Home and the ring of batches show it', async () => {
      const { holder } = await fakeBatches([activeBatch('lock', 'Lock Device')]);
      await open({ batches: holder });
      expect(screen.getByRole('link', { name: `${lock}: 50 of 200` })).toHaveAttribute('href', '/lockDevice');
      const commands = within(await screen.findByRole('list', { name: 'Commands' }));
      expect(commands.getByRole('link', { name: lock })).toBeInTheDocument();
    });

    it('D31 S7 the login page says in it how long the server wants to be left alone', async () => {
      const login = () =>
        new FakeFailure({ httpStatus: 429, message: 'Too many attempts.', headers: { 'Retry-After': '62' } });
      const { user } = await open({ address: '/login', session: null, handlers: { login } });
      await user.type(screen.getByRole('textbox', { name: 'Email or phone' }), 'operator@example.com');
      await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
      expect(await screen.findByText(/1 मिनट [12] सेकंड/)).toBeInTheDocument();
    });
  });
});
