import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from '../button/button.tsx';
import { Form } from '../layout/layout.tsx';
import { PasswordField, TextField } from './text-field.tsx';
import { Select } from './select.tsx';
import { Checkbox, CheckboxGroup } from '../fields/fields.tsx';

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

  it('passes the limits of a date on to the browser', () => {
    render(<TextField label="Date" type="date" min="2026-11-23" max="2026-12-31" />);
    expect(screen.getByLabelText('Date')).toHaveAttribute('min', '2026-11-23');
    expect(screen.getByLabelText('Date')).toHaveAttribute('max', '2026-12-31');
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
    expect(field).toHaveValue('secret words');
    await userEvent.clear(field);
    await userEvent.type(field, 'secret');
    expect(field).toHaveAttribute('autocomplete', 'current-password');
    expect(field).toHaveAttribute('type', 'password');
    const show = screen.getByRole('button', { name: 'Show password' });
    expect(show).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(show);
    expect(field).toHaveAttribute('type', 'text');
    expect(field).toHaveValue('secret');
    expect(show).toHaveAttribute('aria-pressed', 'true');
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('Select', () => {
  const levels = [
    { value: 'level1', title: 'Level 1' },
    { value: 'level2', title: 'Level 2' },
  ] as const;
  function Level({ onChange, errorMessage }: { onChange: (value: string) => void; errorMessage?: string }) {
    const [level, setLevel] = useState<'' | 'level1' | 'level2'>('');
    return (
      <Select
        label="Level"
        placeholder="Choose a level"
        options={levels}
        value={level}
        errorMessage={errorMessage}
        onChange={(value) => {
          setLevel(value);
          onChange(value);
        }}
      />
    );
  }

  it('starts without a choice and gives the chosen value', async () => {
    const onChange = jest.fn();
    render(<Level onChange={onChange} />);
    const select = screen.getByRole('combobox', { name: 'Level' });
    expect(select).toHaveValue('');
    await userEvent.selectOptions(select, 'Level 2');
    expect(onChange.mock.calls).toEqual([['level2']]);
    expect(select).toHaveValue('level2');
  });

  it('tells its error', () => {
    render(<Level onChange={jest.fn()} errorMessage="Please select a Device Action." />);
    const select = screen.getByRole('combobox', { name: 'Level' });
    expect(select).toBeInvalid();
    expect(select).toHaveAccessibleDescription('Please select a Device Action.');
  });
});

function Permissions() {
  const [chosen, setChosen] = useState<readonly string[]>(['Lock Device']);
  return (
    <CheckboxGroup label="Permissions" description="What this user may open">
      {['Lock Device', 'Reports'].map((name) => (
        <Checkbox
          key={name}
          isSelected={chosen.includes(name)}
          onChange={(isSelected) =>
            setChosen(isSelected ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        >
          {name}
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}

it('a checkbox per permission, by label and by keyboard', async () => {
  render(<Permissions />);
  expect(screen.getByRole('group', { name: 'Permissions' })).toHaveAccessibleDescription('What this user may open');
  await userEvent.click(screen.getByText('Reports'));
  expect(screen.getByRole('checkbox', { name: 'Reports' })).toBeChecked();
  await userEvent.keyboard(' ');
  expect(screen.getByRole('checkbox', { name: 'Reports' })).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Lock Device' })).toBeChecked();
});
