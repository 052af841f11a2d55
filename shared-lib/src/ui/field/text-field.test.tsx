import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from '../button/button.tsx';
import { Form } from '../layout/layout.tsx';
import { PasswordField, TextField } from './text-field.tsx';
import { Select } from './select.tsx';

describe('TextField', () => {
  it('says what is wrong when it is left, not while it is typed, and is then not sent', async () => {
    const onSubmit = jest.fn();
    const check = (text: string) => (/^\d{10}$/.test(text) ? null : 'Enter a valid 10 digits number.');
    render(
      <Form aria-label="User" onSubmit={onSubmit}>
        <TextField label="Phone" validate={check} />
        <Button type="submit">Save</Button>
      </Form>,
    );
    const field = screen.getByRole('textbox', { name: 'Phone' });
    await userEvent.type(field, '123');
    expect(screen.queryByText('Enter a valid 10 digits number.')).not.toBeInTheDocument();
    await userEvent.tab();
    expect(field).toHaveAccessibleDescription('Enter a valid 10 digits number.');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.clear(field);
    await userEvent.type(field, '9876543210');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('D26 a field that nobody has touched is not invalid, whatever it requires', async () => {
    render(
      <Form aria-label="User" onSubmit={() => undefined}>
        <TextField label="Phone" isRequired validate={(text) => (text === '' ? 'Required' : null)} />
        <Button type="submit">Save</Button>
      </Form>,
    );
    const field = screen.getByRole('textbox', { name: /Phone/ });
    expect(field).toHaveAttribute('aria-invalid', 'false');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(field).toHaveAttribute('aria-invalid', 'true');
  });

  it('passes the limits of a date on to the browser', () => {
    render(<TextField label="Date" type="date" min="2026-11-23" max="2026-12-31" />);
    expect(screen.getByLabelText('Date')).toHaveAttribute('min', '2026-11-23');
    expect(screen.getByLabelText('Date')).toHaveAttribute('max', '2026-12-31');
  });

  it.each([
    ['2026-11-05', '5 Nov 2026'],
    ['2026-05-11', '11 May 2026'],
    ['', ''],
    ['2026-02-30', ''],
  ])('T2 R1 a date field says the day %s with the name of its month', (day, words) => {
    render(<TextField label="Date" type="date" value={day} description="Today or later" />);
    expect(screen.getByLabelText('Date')).toHaveAccessibleDescription(`${words} Today or later`.trim());
  });

  it('T2 so does one that asks for the time of day too', () => {
    render(<TextField label="Since" type="datetime-local" value="2026-05-11T18:30" />);
    expect(screen.getByLabelText('Since')).toHaveAccessibleDescription('11 May 2026');
  });

  it('tells hint, warning and error to screen readers', () => {
    const { rerender } = render(<TextField label="Amount" description="In rupees" warningMessage="Unusually high" />);
    const field = screen.getByRole('textbox', { name: 'Amount' });
    expect(field).toHaveAccessibleDescription('In rupees Unusually high');
    expect(field).not.toBeInvalid();
    rerender(
      <TextField label="Amount" description="In rupees" warningMessage="Unusually high" errorMessage="Not a number" />,
    );
    expect(field).toHaveAccessibleDescription('In rupees Not a number');
    expect(field).toBeInvalid();
  });
});

describe('PasswordField', () => {
  it('hides the password until its button is pressed, and takes a pasted one and a password manager’s', async () => {
    const onSubmit = jest.fn();
    render(
      <Form aria-label="Log in" onSubmit={onSubmit}>
        <PasswordField label="Password" />
      </Form>,
    );
    const field = screen.getByLabelText('Password');
    await userEvent.type(field, 'secret');
    await userEvent.paste(' words');
    expect(field).toHaveAttribute('autocomplete', 'current-password');
    expect(field).toHaveAttribute('type', 'password');
    const show = screen.getByRole('button', { name: 'Show password' });
    expect(show).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(show);
    expect(field).toHaveAttribute('type', 'text');
    expect(field).toHaveValue('secret words');
    expect(show).toHaveAttribute('aria-pressed', 'true');
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('Select', () => {
  const level = (onChange: (value: string) => void, errorMessage?: string) => (
    <Select
      label="Level"
      placeholder="Choose a level"
      options={['1', '2'].map((value) => ({ value, title: `Level ${value}` }))}
      value=""
      errorMessage={errorMessage}
      onChange={onChange}
    />
  );

  it('starts without a choice, gives the chosen value, and tells its error', async () => {
    const onChange = jest.fn();
    const { rerender } = render(level(onChange));
    const select = screen.getByRole('combobox', { name: 'Level' });
    expect(select).toHaveValue('');
    expect(select).not.toBeInvalid();
    await userEvent.selectOptions(select, 'Level 2');
    expect(onChange.mock.calls).toEqual([['2']]);
    rerender(level(onChange, 'Please select a Device Action.'));
    expect(select).toBeInvalid();
    expect(select).toHaveAccessibleDescription('Please select a Device Action.');
  });
});
