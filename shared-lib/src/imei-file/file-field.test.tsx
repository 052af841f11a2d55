import { fireEvent, render, screen, createEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FileDropArea, FileField, formatKilobytes } from './file-field.tsx';

const csv = new File(['sno,imei1\n'], 'imei.csv', { type: 'text/csv' });

describe('FileField', () => {
  it('takes a chosen file, the same one again too, and shows its name and size', async () => {
    const onSelect = jest.fn();
    const { rerender } = render(<FileField label="CSV file" onSelect={onSelect} />);
    const input = screen.getByLabelText('CSV file');
    expect(input).toHaveAttribute('accept', expect.stringMatching(/^\.csv,text\/csv,\.xlsx,/));
    await userEvent.upload(input, csv);
    await userEvent.upload(input, csv);
    expect(onSelect.mock.calls).toEqual([[csv], [csv]]);
    rerender(<FileField label="CSV file" file={{ name: 'imei.csv', size: 1536 }} onSelect={onSelect} />);
    expect(screen.getByText('imei.csv')).toBeInTheDocument();
    expect(screen.getByText('1.50 KB')).toBeInTheDocument();
    expect(input).toHaveAccessibleDescription(/imei\.csv/);
  });

  it('tells why a file was refused', () => {
    render(<FileField label="CSV file" errorMessage="Only CSV files are allowed." onSelect={jest.fn()} />);
    expect(screen.getByLabelText('CSV file')).toBeInvalid();
    expect(screen.getByLabelText('CSV file')).toHaveAccessibleDescription('Only CSV files are allowed.');
  });

  it('B4 gives sizes in KB of 1024 bytes', () => {
    expect([0, 512, 10_240, 2_411_724].map(formatKilobytes)).toEqual(['0.00', '0.50', '10.0', '2355.2']);
  });
});

describe('FileDropArea', () => {
  const asFiles = (files: readonly File[]) => ({ dataTransfer: { files, types: ['Files'], dropEffect: 'none' } });
  const heading = () => screen.getByRole('heading');

  function open({ isDisabled = false, onText }: { isDisabled?: boolean; onText?: (text: string) => void } = {}) {
    const onSelect = jest.fn();
    render(
      <>
        <FileDropArea onText={onText}>
          <h2>Many devices</h2>
          <FileField label="CSV file" isDisabled={isDisabled} onSelect={onSelect} />
          <input aria-label="Name" />
          <button>Help</button>
        </FileDropArea>
        <p>Elsewhere</p>
      </>,
    );
    return onSelect;
  }

  /** What the browser does with a file that is dragged over an element, or dropped there. */
  function dragged(element: Element, kind: 'dragOver' | 'drop', files: readonly File[] = [csv]) {
    const event = createEvent[kind](element, asFiles(files));
    fireEvent(element, event);
    return { staysOnPage: event.defaultPrevented };
  }

  /** The pointer goes from one element to another. */
  function left(from: Element, to: Element): void {
    const event = createEvent.dragLeave(from);
    Object.defineProperty(event, 'relatedTarget', { value: to });
    fireEvent(from, event);
  }

  it('D10b gives its field a file that is dropped anywhere on it, and shows that it takes it', () => {
    const onSelect = open();
    const area = heading().parentElement;
    dragged(heading(), 'dragOver');
    expect(area).toHaveAttribute('data-over');
    left(heading(), screen.getByText('Help'));
    expect(area).toHaveAttribute('data-over');
    left(heading(), screen.getByText('Elsewhere'));
    expect(area).not.toHaveAttribute('data-over');
    dragged(heading(), 'dragOver');
    expect(dragged(heading(), 'drop')).toEqual({ staysOnPage: true });
    expect(onSelect.mock.calls).toEqual([[csv]]);
    expect(area).not.toHaveAttribute('data-over');
  });

  it('D10b gives a file of any kind once that is dropped on the field itself', () => {
    const onSelect = open();
    const picture = new File(['x'], 'cat.png', { type: 'image/png' });
    dragged(screen.getByText('Choose a file'), 'drop', [picture]);
    expect(onSelect.mock.calls).toEqual([[picture]]);
  });

  it('D10b the field refuses several files in words, until one is dropped', () => {
    const onSelect = open();
    dragged(heading(), 'drop', [csv, csv]);
    expect(onSelect).not.toHaveBeenCalled();
    expect(screen.getByLabelText('CSV file')).toHaveAccessibleDescription(
      '2 files were dropped. Please drop one file at a time.',
    );
    dragged(heading(), 'drop');
    expect(onSelect).toHaveBeenCalledTimes(1);
    expect(screen.getByLabelText('CSV file')).toBeValid();
  });

  it('B14 takes nothing while its field is closed, and the page stays', () => {
    const onSelect = open({ isDisabled: true });
    dragged(heading(), 'dragOver');
    expect(heading().parentElement).not.toHaveAttribute('data-over');
    expect(dragged(heading(), 'drop')).toEqual({ staysOnPage: true });
    expect(onSelect).not.toHaveBeenCalled();
    expect(screen.getByLabelText('CSV file')).toBeDisabled();
  });

  it('D10b a file that is dropped beside it does not replace the page', () => {
    const onSelect = open();
    expect(dragged(screen.getByText('Elsewhere'), 'dragOver')).toEqual({ staysOnPage: true });
    expect(dragged(screen.getByText('Elsewhere'), 'drop')).toEqual({ staysOnPage: true });
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('leaves dragged text alone', () => {
    open();
    const event = createEvent.dragOver(heading(), { dataTransfer: { files: [], types: ['text/plain'] } });
    fireEvent(heading(), event);
    expect(event.defaultPrevented).toBe(false);
  });

  it('D10b gets text that is pasted on it, but not what is pasted into a field', async () => {
    const onText = jest.fn();
    open({ onText });
    const user = userEvent.setup();
    await user.click(screen.getByRole('textbox', { name: 'Name' }));
    await user.paste('356938035643809');
    expect(onText).not.toHaveBeenCalled();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('356938035643809');
    screen.getByRole('button', { name: 'Help' }).focus();
    await user.paste('490154203237518\n');
    expect(onText.mock.calls).toEqual([['490154203237518\n']]);
  });

  it('D10b a file that is pasted on it is a file', () => {
    const onSelect = open({ onText: jest.fn() });
    fireEvent.paste(screen.getByRole('button', { name: 'Help' }), {
      clipboardData: { files: [csv], getData: () => '' },
    });
    expect(onSelect.mock.calls).toEqual([[csv]]);
  });
});
