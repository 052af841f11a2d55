import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CopyableText } from './command-columns.tsx';

const show = () => render(<CopyableText text="6e3ad3c4" label="Copy transaction ID 6e3ad3c4" />);
const button = () => screen.getByRole('button', { name: 'Copy transaction ID 6e3ad3c4' });

/** What the browser would copy: the text of the field that is selected now. */
function oldWay(isAllowed: boolean): string[] {
  const copied: string[] = [];
  Object.assign(document, {
    execCommand: (command: string) => {
      const field = document.activeElement;
      if (command === 'copy' && field instanceof HTMLTextAreaElement)
        copied.push(field.value.slice(field.selectionStart, field.selectionEnd));
      return isAllowed;
    },
  });
  return copied;
}

describe('CopyableText', () => {
  it('copies, says so, and keeps the focus', async () => {
    const user = userEvent.setup();
    show();
    await user.click(button());
    expect(await screen.findByText('Copied')).toBeInTheDocument();
    await expect(navigator.clipboard.readText()).resolves.toBe('6e3ad3c4');
    expect(button()).toHaveFocus();
  });

  it('D9b copies without the clipboard API, as over plain http', async () => {
    const user = userEvent.setup();
    Reflect.deleteProperty(navigator, 'clipboard');
    const copied = oldWay(true);
    show();
    await user.click(button());
    expect(await screen.findByText('Copied')).toBeInTheDocument();
    expect(copied).toEqual(['6e3ad3c4']);
    expect(document.querySelector('textarea')).toBeNull();
    expect(button()).toHaveFocus();
  });

  it('says that it could not copy', async () => {
    const user = userEvent.setup();
    Reflect.deleteProperty(navigator, 'clipboard');
    oldWay(false);
    show();
    await user.click(button());
    expect(await screen.findByText('Not copied: select the text and copy it')).toBeInTheDocument();
    expect(screen.queryByText('Copied')).not.toBeInTheDocument();
  });
});
