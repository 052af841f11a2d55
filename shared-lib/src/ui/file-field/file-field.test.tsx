import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FileField, formatKilobytes } from './file-field.tsx';

const csv = new File(['sno,imei1\n'], 'imei.csv', { type: 'text/csv' });

function drop(files: readonly File[]) {
  fireEvent.drop(screen.getByText('Choose a file'), { dataTransfer: { files } });
}

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

  it('takes a dropped file of any kind, for the reader to judge', () => {
    const onSelect = jest.fn();
    render(<FileField label="CSV file" onSelect={onSelect} />);
    const picture = new File(['x'], 'cat.png', { type: 'image/png' });
    drop([picture]);
    expect(onSelect).toHaveBeenCalledWith(picture);
  });

  it('refuses two files at once and says so, until one is dropped', () => {
    const onSelect = jest.fn();
    render(<FileField label="CSV file" onSelect={onSelect} />);
    drop([csv, csv]);
    expect(onSelect).not.toHaveBeenCalled();
    expect(screen.getByLabelText('CSV file')).toHaveAccessibleDescription(
      '2 files were dropped. Please drop one file at a time.',
    );
    drop([csv]);
    expect(onSelect).toHaveBeenCalledTimes(1);
    expect(screen.getByLabelText('CSV file')).toBeValid();
  });

  it('takes nothing while it is disabled', () => {
    const onSelect = jest.fn();
    render(<FileField label="CSV file" isDisabled onSelect={onSelect} />);
    drop([csv]);
    expect(onSelect).not.toHaveBeenCalled();
    expect(screen.getByLabelText('CSV file')).toBeDisabled();
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
