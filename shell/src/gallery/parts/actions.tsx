import { Link } from '@device-console/shared-lib/router';
import { Actions, Button, buttonClass, Form } from '@device-console/shared-lib/ui';
import { MenuButton } from '@device-console/shared-lib/ui/menu';
import { galleryPage } from '../../navigation/screen-routes.ts';
import { Held } from '../held.tsx';
import type { Part, PartGroup } from '../part.ts';

const button: Part = {
  name: 'Button',
  with: ['buttonClass'],
  from: 'ui',
  use:
    'Starts something. One primary button for the main action of a page or dialog, danger for what cannot be ' +
    'taken back; what leads elsewhere is a link.',
  examples: [
    { caption: 'variant="primary"', shown: <Button variant="primary">Lock device</Button> },
    { caption: 'variant="secondary" (unless given)', shown: <Button>Refresh</Button> },
    { caption: 'variant="danger"', shown: <Button variant="danger">Release device</Button> },
    { caption: 'variant="quiet"', shown: <Button variant="quiet">Show more</Button> },
    {
      caption: 'size="small"',
      shown: (
        <Actions>
          <Button size="small" variant="primary">
            Save
          </Button>
          <Button size="small">Edit</Button>
          <Button size="small" variant="quiet">
            Remove
          </Button>
        </Actions>
      ),
    },
    {
      caption: 'icon',
      shown: (
        <Actions>
          <Button icon="upload">Upload</Button>
          <Button icon="close" variant="quiet" aria-label="Close" />
        </Actions>
      ),
    },
    {
      caption: 'isDisabled',
      shown: (
        <Actions>
          <Button isDisabled variant="primary">
            Lock device
          </Button>
          <Button isDisabled>Refresh</Button>
          <Button isDisabled variant="danger">
            Release
          </Button>
        </Actions>
      ),
    },
    {
      caption: 'isPending, pendingLabel (press it)',
      shown: (
        <Held initial={false}>
          {(isPending, change) => (
            <Actions>
              <Button
                variant="primary"
                isPending={isPending}
                pendingLabel="The command is being sent"
                onPress={() => change(true)}
              >
                Send
              </Button>
              {isPending && (
                <Button variant="quiet" onPress={() => change(false)}>
                  Begin anew
                </Button>
              )}
            </Actions>
          )}
        </Held>
      ),
    },
    {
      caption: 'onPress, aria-pressed',
      shown: (
        <Held initial={false}>
          {(isOn, change) => (
            <Button aria-pressed={isOn} icon={isOn ? 'eye' : 'eyeOff'} onPress={() => change(!isOn)}>
              {isOn ? 'Details shown' : 'Details hidden'}
            </Button>
          )}
        </Held>
      ),
    },
    {
      caption: 'type="submit": sends its form',
      shown: (
        <Held initial={0}>
          {(times, change) => (
            <Form aria-label="Form of a button" onSubmit={() => change(times + 1)}>
              <Actions>
                <Button type="submit">{`Sent ${times} times`}</Button>
              </Actions>
            </Form>
          )}
        </Held>
      ),
    },
    {
      caption: 'ref: takes the focus',
      shown: (
        <Held<HTMLButtonElement | null> initial={null}>
          {(target, hold) => (
            <Actions>
              <Button ref={hold}>Target</Button>
              <Button variant="quiet" onPress={() => target?.focus()}>
                Focus it
              </Button>
            </Actions>
          )}
        </Held>
      ),
    },
    {
      caption: 'buttonClass({ variant, size }): a link that looks like it',
      shown: (
        <Link className={buttonClass({ variant: 'primary', size: 'small' })} to={galleryPage.address}>
          Open the gallery
        </Link>
      ),
    },
  ],
};

const choices = [
  { id: 'lock', label: 'Lock' },
  { id: 'unlock', label: 'Unlock' },
  { id: 'release', label: 'Release' },
];
const nothing = (): void => undefined;

const menuButton: Part = {
  name: 'MenuButton',
  from: 'ui/menu',
  use: 'Offers several actions in the room of one button, such as those of a row of a table.',
  examples: [
    {
      caption: 'label, choices, onChoose',
      shown: (
        <Held initial="none">
          {(chosen, change) => (
            <Actions>
              <MenuButton label="Actions" choices={choices} onChoose={change} />
              <span>{`Chosen: ${chosen}`}</span>
            </Actions>
          )}
        </Held>
      ),
    },
    {
      caption: 'size="small"',
      shown: <MenuButton label="Actions" size="small" choices={choices} onChoose={nothing} />,
    },
    {
      caption: 'spokenLabel, in a row',
      shown: <MenuButton label="Actions" spokenLabel="Actions 356938030000005" choices={choices} onChoose={nothing} />,
    },
    { caption: 'isPending', shown: <MenuButton label="Download" isPending choices={choices} onChoose={nothing} /> },
  ],
};

/** What starts something. */
export const actions: PartGroup = { title: 'Actions', parts: [button, menuButton] };
