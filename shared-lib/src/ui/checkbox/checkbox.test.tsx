import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Checkbox, CheckboxGroup } from '../fields/fields.tsx';

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
