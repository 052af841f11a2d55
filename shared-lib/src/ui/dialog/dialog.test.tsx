import { useState, type ReactNode } from 'react';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from '../button/button.tsx';
import { AlertDialog, ConfirmDialog, Dialog, type ConfirmDialogProps } from './index.ts';

function Opener({ children }: { children: (isOpen: boolean, close: () => void) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>Open</Button>
      {children(isOpen, () => setIsOpen(false))}
    </>
  );
}

async function open(children: (isOpen: boolean, close: () => void) => ReactNode) {
  render(<Opener>{children}</Opener>);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
}

async function confirmation(props: Partial<ConfirmDialogProps> = {}) {
  const onConfirm = jest.fn();
  await open((isOpen, close) => (
    <ConfirmDialog
      title="Release Device"
      message="Are you sure you want to release this device?"
      confirmLabel="Release device"
      {...props}
      isOpen={isOpen}
      onConfirm={onConfirm}
      onCancel={close}
    />
  ));
  return onConfirm;
}

describe('Dialog', () => {
  it('hides the page, keeps the focus inside and gives it back', async () => {
    await open((isOpen, close) => (
      <Dialog title="Preview" isOpen={isOpen} onClose={close} actions={<Button onPress={close}>Close</Button>}>
        <a href="#more">More</a>
      </Dialog>
    ));
    expect(screen.getByRole('dialog', { name: 'Preview' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Open' })).not.toBeInTheDocument();
    await userEvent.tab();
    expect(screen.getByRole('link', { name: 'More' })).toHaveFocus();
    await userEvent.tab();
    await userEvent.tab();
    expect(screen.getByRole('link', { name: 'More' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
  });
});

describe('ConfirmDialog', () => {
  it('needs the typed word, letter for letter', async () => {
    const onConfirm = await confirmation({ tone: 'danger', typedWord: 'ALL' });
    const field = screen.getByRole('textbox', { name: 'Type ALL to confirm' });
    expect(field).toHaveFocus();
    await userEvent.type(field, 'all{Enter}');
    expect(screen.getByRole('button', { name: 'Release device' })).toBeDisabled();
    expect(onConfirm).not.toHaveBeenCalled();
    await userEvent.clear(field);
    await userEvent.type(field, ' ALL ');
    await userEvent.click(screen.getByRole('button', { name: 'Release device' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('needs what else is asked for, Enter in the field included', async () => {
    const onConfirm = await confirmation({ typedWord: 'ALL', isConfirmDisabled: true });
    await userEvent.type(screen.getByRole('textbox'), 'ALL{Enter}');
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('forgets the typed word when it is opened anew', async () => {
    await confirmation({ typedWord: '250' });
    await userEvent.type(screen.getByRole('textbox'), '250');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByRole('textbox')).toHaveValue('');
  });

  it('can be neither pressed again nor left while it is pending', async () => {
    const onConfirm = await confirmation({ isPending: true });
    await userEvent.click(screen.getByRole('button', { name: 'Release device Please wait' }));
    await userEvent.keyboard('{Escape}');
    expect(onConfirm).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();
  });
});

it('D22 AlertDialog shows the exact text and closes by Enter', async () => {
  const text = 'Release Device initiated  successfully.';
  await open((isOpen, close) => <AlertDialog title="Release Device" message={text} isOpen={isOpen} onClose={close} />);
  expect(
    screen.getByText((content, element) => element?.tagName === 'P' && element.textContent === text),
  ).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});
