import {
  Actions,
  Button,
  Card,
  Columns,
  HiddenText,
  Icon,
  Section,
  Stack,
  StatCard,
  TextField,
  type IconName,
} from '@device-console/shared-lib/ui';
import { LineIcon, lineIconNames } from '@device-console/shared-lib/ui/icons';
import type { Part, PartGroup } from '../part.ts';

const card: Part = {
  name: 'Card',
  from: 'ui',
  use: 'A titled part of a page. A page is made of cards; cards do not stand in cards.',
  examples: [
    { caption: 'title, children', shown: <Card title="This console">What belongs together stands together.</Card> },
    {
      caption: 'description',
      shown: (
        <Card title="Remotes" description="Every remote of the registry, with its version.">
          There is one.
        </Card>
      ),
    },
    {
      caption: 'actions',
      shown: (
        <Card title="History" actions={<Button size="small">Refresh</Button>}>
          Nothing has happened yet.
        </Card>
      ),
    },
    {
      caption: 'tone="caution"',
      shown: (
        <Card title="Release" tone="caution" description="What touches enrolment.">
          A released device cannot be enrolled again from here.
        </Card>
      ),
    },
  ],
};

const stack: Part = {
  name: 'Stack',
  from: 'ui',
  use: "Parts below one another, at the distance of a page's parts.",
  examples: [
    {
      caption: 'children',
      shown: (
        <Stack>
          <Button>First</Button>
          <Button>Second</Button>
        </Stack>
      ),
    },
    {
      caption: 'gap="small"',
      shown: (
        <Stack gap="small">
          <Button>First</Button>
          <Button>Second</Button>
        </Stack>
      ),
    },
  ],
};

const section: Part = {
  name: 'Section',
  from: 'ui',
  use: 'A titled part of a card.',
  examples: [
    {
      caption: 'title',
      size: 'line',
      shown: (
        <Section title="Batch Summary">
          <StatCard label="Enrolled" value="12,480" />
        </Section>
      ),
    },
  ],
};

const columns: Part = {
  name: 'Columns',
  from: 'ui',
  use: 'Parts beside one another as long as there is room, else below one another.',
  examples: [
    {
      caption: 'of="cards" (unless given)',
      size: 'line',
      shown: (
        <Columns>
          <Card title="First">One card.</Card>
          <Card title="Second">Another card.</Card>
        </Columns>
      ),
    },
    {
      caption: 'of="tiles"',
      size: 'line',
      shown: (
        <Columns of="tiles">
          <StatCard label="Enrolled" value="12,480" />
          <StatCard label="Locked" value="312" />
          <StatCard label="Released" value="95" />
        </Columns>
      ),
    },
    {
      caption: 'of="fields"',
      size: 'line',
      shown: (
        <Columns of="fields">
          <TextField label="From" type="date" />
          <TextField label="To" type="date" />
        </Columns>
      ),
    },
  ],
};

const buttonRow: Part = {
  name: 'Actions',
  from: 'ui',
  use: 'Buttons in a row, the main one first.',
  examples: [
    {
      caption: 'children',
      shown: (
        <Actions>
          <Button variant="primary">Send</Button>
          <Button>Cancel</Button>
        </Actions>
      ),
    },
    {
      caption: 'align="end": the main one last, as in dialogs',
      shown: (
        <Actions align="end">
          <Button>Cancel</Button>
          <Button variant="primary">Send</Button>
        </Actions>
      ),
    },
  ],
};

const hiddenText: Part = {
  name: 'HiddenText',
  from: 'ui',
  use: 'Text for screen readers alone, where the eye sees it from what stands around it.',
  examples: [
    {
      caption: 'children: "Battery: " is there, and not seen',
      shown: (
        <span>
          <HiddenText>Battery: </HiddenText>80 %
        </span>
      ),
    },
  ],
};

/** What each drawing stands for. Its type asks for every name that there is. */
const iconUses: Readonly<Record<IconName, string>> = {
  info: 'something to know',
  success: 'it went well',
  warning: 'look at it',
  danger: 'it failed',
  menu: 'opens the menu',
  close: 'closes or clears',
  file: 'a file',
  upload: 'takes a file',
  eye: 'shows a secret',
  eyeOff: 'hides a secret',
  copy: 'copies',
  check: 'it is done',
  chevron: 'opens a list',
  sortAscending: 'sorted upwards',
  sortDescending: 'sorted downwards',
  sortable: 'can be sorted',
  power: 'turns off',
  empty: 'nothing is there',
  notFound: 'it does not exist',
  notPermitted: 'it may not be seen',
};
const isIconName = (name: string): name is IconName => name in iconUses;

const icon: Part = {
  name: 'Icon',
  from: 'ui',
  isSmall: true,
  use: 'A line drawing of one em in the colour of its text. Decoration only: a text always stands beside it.',
  examples: Object.keys(iconUses)
    .filter(isIconName)
    .map((name) => ({
      caption: `name="${name}"`,
      shown: (
        <Actions>
          <Icon name={name} />
          <span>{iconUses[name]}</span>
        </Actions>
      ),
    })),
};

const lineIcon: Part = {
  name: 'LineIcon',
  with: ['isLineIconName', 'lineIconNames'],
  from: 'ui/icons',
  isSmall: true,
  use: 'A line drawing for menus, lists and buttons. Decoration only: a text always stands beside it.',
  examples: [
    ...lineIconNames.map((name) => ({
      caption: `name="${name}"`,
      shown: <LineIcon name={name} />,
    })),
    { caption: 'size={32}', shown: <LineIcon name="device" size={32} /> },
  ],
};

/** What gives other parts their place. */
export const layout: PartGroup = {
  title: 'Layout',
  parts: [card, stack, section, columns, buttonRow, hiddenText, icon, lineIcon],
};
