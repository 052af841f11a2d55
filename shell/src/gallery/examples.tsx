import { type ReactNode, useState } from 'react';
import { commandStates, type DeviceAudit, type DeviceRow } from '@device-console/shared-lib/contract';
import {
  Actions,
  Button,
  Card,
  Columns,
  Digits,
  EmptyState,
  FailureState,
  Form,
  HiddenText,
  Icon,
  Imei,
  ImeiField,
  Notice,
  Page,
  PasswordField,
  Progress,
  Section,
  Select,
  Spinner,
  Stack,
  StageFocus,
  StatusBadge,
  TextField,
} from '@device-console/shared-lib/ui';
import {
  BarList,
  BarsByDay,
  DefinitionList,
  Sparkline,
  StackedBar,
  StatCard,
} from '@device-console/shared-lib/ui/chart';
import { DateRangeFields, quickRanges } from '@device-console/shared-lib/ui/date-range';
import { AlertDialog, ConfirmButton, ConfirmDialog, Dialog, ReasonField } from '@device-console/shared-lib/ui/dialog';
import { Checkbox, CheckboxGroup, TextArea } from '@device-console/shared-lib/ui/fields';
import { HoverView } from '@device-console/shared-lib/ui/hover';
import { LineIcon, lineIconNames } from '@device-console/shared-lib/ui/icons';
import { MenuButton } from '@device-console/shared-lib/ui/menu';
import { type Column, DataTable, ShortText } from '@device-console/shared-lib/ui/table';
import { CommandStateBadge, DeviceCard, DeviceTimeline, RelativeTime } from '@device-console/shared-lib/ui/timeline';
import { ToastRegion } from '@device-console/shared-lib/ui/toast';
import styles from './gallery.module.css';

interface OpeningProps {
  readonly label: string;
  readonly children: (isOpen: boolean, close: () => void) => ReactNode;
}

function Opening({ label, children }: OpeningProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{label}</Button>
      {children(isOpen, () => setOpen(false))}
    </>
  );
}

const each = <Name extends string>(names: readonly Name[], one: (name: Name) => ReactNode): ReactNode => (
  <Actions>
    {names.map((name) => (
      <span key={name}>{one(name)}</span>
    ))}
  </Actions>
);

const nothing = (): void => undefined;
const imei = '490154203237518';
const tones = ['info', 'success', 'warning', 'danger'] as const;
const levels = [{ value: 'low', title: 'Level 1' }] as const;
const question = { title: 'Lock 12 devices?', message: 'Their owners cannot use them until they are unlocked.' };
const toasts = [{ id: 'lock', tone: 'success', title: 'Lock Device is done', text: '968 found' }] as const;

const days = Array.from({ length: 14 }, (_, index) => ({
  name: `${index + 7} Nov`,
  value: ((index * 7) % 11) + index,
}));
const parts = [
  { name: 'Found', value: 963, tone: 'success' },
  { name: 'Not found', value: 32, tone: 'warning' },
  { name: 'Unconfirmed', value: 5, tone: 'danger' },
] as const;

const created = '2026-03-12T14:05:00Z';
const command = { id: '', createdat: '', imei1: imei, commandType: '', interface: 'S', user: 'operator@example.com' };
const lock = { ...command, transactionId: '1', command: 'LOCK', date_and_time: created, status: 'acknowledged' };
const audit: DeviceAudit = {
  status: 'success',
  message: '',
  release: [],
  deenroll: [],
  registration: [],
  commands: [lock, { ...lock, transactionId: '2', command: 'UNLOCK', status: 'failed' }],
};
const device: DeviceRow = {
  imei1: imei,
  imei2: '356938035643809',
  claimstatus: 'ENROLLED',
  registrationstatus: 'REGISTERED',
  appversion: '4.2.0',
  apptype: 'Standard',
  command: 'LOCK',
  createdat: created,
};

const rows = [
  { name: 'Blue phone', attempts: 1 },
  { name: 'A phone with a name that is long enough to need room', attempts: 12 },
];
const columns: readonly Column<(typeof rows)[number]>[] = [
  { id: 'name', header: 'Name', isRowHeader: true, sortValue: ({ name }) => name },
  { id: 'attempts', header: 'Attempts', align: 'end', kind: 'number', sortValue: ({ attempts }) => attempts },
];

/** An example of each component, with its important states, by subpath of `ui` and by name. */
export const examples: Readonly<Record<string, Readonly<Record<string, ReactNode>>>> = {
  ui: {
    Button: (
      <Actions>
        <Button variant="primary">Primary</Button>
        <Button icon="upload">Secondary</Button>
        <Button variant="danger">Danger</Button>
        <Button variant="quiet">Quiet</Button>
        <Button icon="close" variant="quiet" aria-label="Close" />
        <Button size="small">Small</Button>
        <Button isDisabled>Disabled</Button>
        <Button isPending>Pending</Button>
      </Actions>
    ),
    Actions: (
      <Actions>
        <Button variant="primary">The main one first</Button>
        <Button>Cancel</Button>
      </Actions>
    ),
    Card: (
      <Card title="History" description="What happened." actions={<Button size="small">Refresh</Button>}>
        Nothing has happened yet.
      </Card>
    ),
    Section: <Section title="Batch Summary">A part of a card, under a heading of its own.</Section>,
    Columns: (
      <Columns>
        <Card title="Cards">One beside another.</Card>
        <Card title="Another">Below it where there is no room.</Card>
      </Columns>
    ),
    StageFocus: (
      <StageFocus stage="ready" label="Batch: ready to start">
        <Button>Lock 2 devices</Button>
      </StageFocus>
    ),
    Stack: (
      <Stack gap="small">
        <Button>At a small</Button>
        <Button>distance</Button>
      </Stack>
    ),
    HiddenText: (
      <span>
        <HiddenText>Battery: </HiddenText>80 % (a screen reader says of what)
      </span>
    ),
    Icon: each(['info', 'success', 'warning', 'danger', 'file', 'upload', 'copy'], (name) => <Icon name={name} />),
    Digits: <Digits>{imei}</Digits>,
    Imei: <Imei imei={imei} canCopy />,
    Form: (
      <Form aria-label="Example of a form" onSubmit={nothing}>
        <TextField label="Name" isRequired description="Leave it empty and press Send." />
        <Button type="submit">Send</Button>
      </Form>
    ),
    TextField: (
      <Columns of="fields">
        <TextField label="Contract" isOptional digits description="As it stands on paper." suffix="of 2026" />
        <TextField label="E-mail" defaultValue="name@" errorMessage="Write the whole address." />
        <TextField label="Amount" prefix="INR" defaultValue="250000" warningMessage="This is more than usual." />
        <TextField label="Disabled" isDisabled defaultValue="Blue phone" />
      </Columns>
    ),
    PasswordField: <PasswordField label="Password" autoComplete="off" description="At least twelve characters." />,
    ImeiField: <ImeiField value="490154203237519" onChange={nothing} />,
    Select: <Select label="Level" placeholder="Choose one" options={levels} value="" onChange={nothing} />,
    Notice: (
      <Columns>
        {tones.map((tone) => (
          <Notice key={tone} tone={tone} announce="off" title={tone} details="Why" onDismiss={nothing}>
            A message, with a title.
          </Notice>
        ))}
      </Columns>
    ),
    StatusBadge: each(['neutral', ...tones], (tone) => <StatusBadge tone={tone}>{tone}</StatusBadge>),
    Spinner: <Spinner placement="page" label="Loading Reports, in place of a page" />,
    Progress: (
      <>
        <Progress label="Sending" value={1250} max={40_000} text="1,250 of 40,000" />
        <Progress isCompact label="Compact" value={70} max={100} />
      </>
    ),
    EmptyState: (
      <Columns>
        <EmptyState title="There is no key yet." actions={<Button variant="primary">Make a key</Button>} />
        <EmptyState reason="notFound" title="No device is registered under this IMEI." />
        <EmptyState reason="notPermitted" title="You may not open this screen." />
      </Columns>
    ),
    FailureState: (
      <FailureState title="The report cannot be shown" actions={<Button>Retry</Button>}>
        Retry; reload the page if the problem persists.
      </FailureState>
    ),
    Page: (
      <div className={styles['window']} inert>
        <Page title="API keys" lead="Keys with which programs call the API." actions={<Button>Make a key</Button>}>
          The content.
        </Page>
      </div>
    ),
  },
  'ui/chart': {
    Sparkline: <Sparkline label="Registrations by day" points={days} />,
    BarsByDay: (
      <BarsByDay
        label="Commands by day"
        series={parts}
        bars={days.map(({ name, value }, index) => ({ name, values: [value * 40, index % 5, index % 3] }))}
      />
    ),
    StackedBar: <StackedBar label="Devices of a batch" parts={parts} />,
    BarList: <BarList label="Devices of a batch" bars={parts} />,
    DefinitionList: <DefinitionList items={parts.map(({ name, value, tone }) => ({ term: name, value, tone }))} />,
    StatCard: (
      <Columns of="tiles">
        <StatCard label="Enrolled devices" value="12,480" note="2.5 % more" />
        <StatCard label="Unconfirmed" value="17" tone="warning" note="Look at the newest batch" />
        <StatCard label="Not known yet" />
      </Columns>
    ),
  },
  'ui/date-range': {
    DateRangeFields: (
      <DateRangeFields
        startLabel="First day"
        endLabel="Last day"
        value={{ start: '2026-03-01', end: '2026-03-12' }}
        onChange={nothing}
        choicesLabel="Range"
        choices={quickRanges}
        onChoose={nothing}
      />
    ),
  },
  'ui/dialog': {
    Dialog: (
      <Opening label="Open">
        {(isOpen, close) => (
          <Dialog title="Edit the name" isOpen={isOpen} onClose={close} actions={<Button>Save</Button>}>
            What it is called.
          </Dialog>
        )}
      </Opening>
    ),
    ReasonField: <ReasonField value="" onChange={nothing} />,
    ConfirmButton: <ConfirmButton {...question} label="Lock" onConfirm={nothing} />,
    ConfirmDialog: (
      <Opening label="Ask for a count">
        {(isOpen, close) => (
          <ConfirmDialog
            {...question}
            tone="danger"
            typedWord="12"
            isOpen={isOpen}
            onConfirm={close}
            onCancel={close}
          />
        )}
      </Opening>
    ),
    AlertDialog: (
      <Opening label="Tell">
        {(isOpen, close) => (
          <AlertDialog isOpen={isOpen} title="The file is too large" message="Split it into two." onClose={close} />
        )}
      </Opening>
    ),
  },
  'ui/fields': {
    Checkbox: (
      <Checkbox isSelected onChange={nothing}>
        Notify the owner
      </Checkbox>
    ),
    CheckboxGroup: (
      <CheckboxGroup label="Permissions" description="What may be opened.">
        <Checkbox isSelected={false} onChange={nothing}>
          Lock Device
        </Checkbox>
      </CheckboxGroup>
    ),
    TextArea: (
      <TextArea label="IMEIs" description="One a line." digits value={imei} errorMessage="Wrong." onChange={nothing} />
    ),
  },
  'ui/hover': {
    HoverView: <HoverView label="3 permissions">Lock Device, Unlock Device, Device Details</HoverView>,
  },
  'ui/icons': {
    LineIcon: each(lineIconNames, (name) => (
      <>
        <LineIcon name={name} /> {name}
      </>
    )),
  },
  'ui/menu': {
    MenuButton: <MenuButton label="Actions" choices={[{ id: 'lock', label: 'Lock' }]} onChoose={nothing} />,
  },
  'ui/table': {
    DataTable: (
      <DataTable
        label="Devices"
        columns={columns}
        columnsName="gallery"
        rows={rows}
        emptyText="No results found"
        isFilterable
        exportName="devices"
        minHeight={160}
      />
    ),
    ShortText: <ShortText>6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10</ShortText>,
  },
  'ui/timeline': {
    DeviceCard: <DeviceCard device={device} audit={audit} actions={<Button>Unlock Device</Button>} />,
    DeviceTimeline: <DeviceTimeline audit={audit} imei={imei} />,
    RelativeTime: <RelativeTime moment={Date.UTC(2026, 2, 12, 14, 5)} />,
    CommandStateBadge: each(commandStates, (state) => <CommandStateBadge state={state} />),
  },
  'ui/toast': {
    ToastRegion: (
      <div className={styles['window']}>
        <ToastRegion label="News of the example" toasts={toasts} onDismiss={nothing} />
      </div>
    ),
  },
};
