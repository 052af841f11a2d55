import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { english, languages, speak } from '@device-console/shared-lib/i18n-host';
import { translatorOf } from '@device-console/shared-lib/i18n';
import { failOnConsole } from '@device-console/shared-lib/testing';
import { chosenLanguage } from './chosen-language.ts';
import { changeLanguage, LanguageMenu } from './language-menu.tsx';
import { startLanguage } from './start-language.ts';

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
