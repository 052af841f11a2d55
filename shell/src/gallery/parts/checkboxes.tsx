import type { ReactNode } from 'react';
import { Actions, Button, Checkbox, CheckboxGroup, Form } from '@device-console/shared-lib/ui';
import { Held } from '../held.tsx';
import type { Part } from '../part.ts';

/** A question of yes or no. */
export const checkbox: Part = {
  name: 'Checkbox',
  from: 'ui',
  use: 'A question of yes or no. Its label is the statement that becomes true.',
  examples: [
    {
      caption: 'isSelected, onChange',
      shown: (
        <Held<boolean> initial>
          {(is, change) => (
            <Checkbox isSelected={is} onChange={change}>
              Notify the owner
            </Checkbox>
          )}
        </Held>
      ),
    },
    {
      caption: 'Not selected',
      shown: (
        <Held initial={false}>
          {(is, change) => (
            <Checkbox isSelected={is} onChange={change}>
              Notify the owner
            </Checkbox>
          )}
        </Held>
      ),
    },
    {
      caption: 'isDisabled',
      shown: (
        <Held<boolean> initial>
          {(is, change) => (
            <Checkbox isDisabled isSelected={is} onChange={change}>
              Notify the owner
            </Checkbox>
          )}
        </Held>
      ),
    },
    {
      caption: 'name, isRequired: asked for when its form is sent',
      shown: (
        <Held initial={false}>
          {(is, change) => (
            <Form aria-label="Form of a required checkbox" onSubmit={() => change(false)}>
              <Checkbox name="checked" isRequired isSelected={is} onChange={change}>
                I have checked the list
              </Checkbox>
              <Actions>
                <Button type="submit">Send</Button>
              </Actions>
            </Form>
          )}
        </Held>
      ),
    },
    {
      caption: 'A long text',
      shown: (
        <Held initial={false}>
          {(is, change) => (
            <Checkbox isSelected={is} onChange={change}>
              Send the message again to every device that has not acknowledged it within a day, until it is taken back
            </Checkbox>
          )}
        </Held>
      ),
    },
  ],
};

const permissions = ['Lock Device', 'Unlock Device', 'Device Details', 'Audit Report', 'Reports'];
const without = (chosen: readonly string[], name: string): readonly string[] => chosen.filter((one) => one !== name);

interface PermissionBoxesProps {
  readonly errorMessage?: string;
  readonly description?: string;
}

function PermissionBoxes({ errorMessage, description }: PermissionBoxesProps): ReactNode {
  return (
    <Held<readonly string[]> initial={['Device Details']}>
      {(chosen, change) => (
        <CheckboxGroup label="Permissions" description={description} errorMessage={errorMessage}>
          {permissions.map((name) => (
            <Checkbox
              key={name}
              isSelected={chosen.includes(name)}
              onChange={(is) => change(is ? [...chosen, name] : without(chosen, name))}
            >
              {name}
            </Checkbox>
          ))}
        </CheckboxGroup>
      )}
    </Held>
  );
}

/** Several of them under one label. */
export const checkboxGroup: Part = {
  name: 'CheckboxGroup',
  from: 'ui',
  use: 'Checkboxes that belong together, named by one label, in as many columns as fit.',
  examples: [
    { caption: 'label, description', size: 'line', shown: <PermissionBoxes description="What the user may open." /> },
    {
      caption: 'errorMessage',
      size: 'line',
      shown: <PermissionBoxes errorMessage="Choose at least two permissions." />,
    },
  ],
};
