import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CopyButton, Imei } from './imei.tsx';

const button = () => screen.getByRole('button', { name: /Transaction ID 6e3ad3c4/ });

/** Presses the button where there is no clipboard API; gives what the older way then selects and copies. */
async function copyWithoutClipboard(isAllowed: boolean): Promise<readonly string[]> {
  const user = userEvent.setup();
  Reflect.deleteProperty(navigator, 'clipboard');
  const copied: string[] = [];
  Object.assign(document, {
    execCommand: (command: string) => {
      const field = document.activeElement;
      if (command === 'copy' && field instanceof HTMLTextAreaElement)
        copied.push(field.value.slice(field.selectionStart, field.selectionEnd));
      return isAllowed;
    },
  });
  render(<CopyButton text="6e3ad3c4" what="Transaction ID 6e3ad3c4" />);
  await user.click(button());
  return copied;
}

describe('Imei', () => {
  it.each([
    ['an IMEI', '490154203237518', ['490154', '203237', '518']],
    ['another text', 'ALL', ['ALL']],
  ])('D26 shows %s as one text, an IMEI in groups', (_title, imei, groups) => {
    render(<Imei imei={imei} />);
    expect(Array.from(screen.getByRole('text').children, ({ textContent }) => textContent)).toEqual(groups);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('D9b can be copied where that is offered', () => {
    render(<Imei imei="490154203237518" canCopy />);
    expect(screen.getByRole('button')).toHaveAccessibleName('Copy IMEI 490154203237518');
  });
});

describe('CopyButton', () => {
  it('D9b copies without the clipboard API, as over plain http, says so, and keeps the focus', async () => {
    await expect(copyWithoutClipboard(true)).resolves.toEqual(['6e3ad3c4']);
    expect(await screen.findByRole('status')).toHaveTextContent('Transaction ID 6e3ad3c4 is copied');
    expect(document.querySelector('textarea')).toBeNull();
    expect(button()).toHaveFocus();
  });

  it('says that it could not copy', async () => {
    await copyWithoutClipboard(false);
    expect(button()).toHaveAccessibleName(/could not be copied: select it and copy it by hand/);
  });
});
