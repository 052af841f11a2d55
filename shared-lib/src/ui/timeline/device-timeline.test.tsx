import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DeviceTimeline } from './device-timeline.tsx';
import { auditOf, command, device, enrolment } from './test-audit.ts';
import type { DeviceAudit, DeviceRow } from '../../contract/index.ts';
import { DeviceCard } from './device-card.tsx';
import { deviceSummary, likelyCommands } from './device-events.ts';

describe('the timeline', () => {
  const IMEI = '490154203237518';
  const show = (...parts: Parameters<typeof auditOf>) =>
    render(<DeviceTimeline audit={auditOf(...parts)} imei={IMEI} />);
  const timeline = () => screen.getByRole('list', { name: `Timeline of ${IMEI}, newest first` });
  const months = () =>
    within(timeline())
      .queryAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent);

  it('tells state and last command above, and every event in words below its month', () => {
    show({
      registration: [device('2026-01-10T10:00:00Z')],
      commands: [command('SETALARM', '2026-03-10T10:00:00Z', { interface: 'B', status: 'failed', imei1: 'ALL' })],
      deenroll: [enrolment('DE-ENROLLED', '2026-02-10T10:00:00Z')],
    });
    const [state, last] = screen.getAllByRole('definition');
    expect(state).toHaveTextContent(/^De-enrolledsince /);
    expect(last).toHaveTextContent(/^ACTIVATE ALARM Failed/);
    expect(months()).toEqual(['March 2026', 'February 2026', 'January 2026']);
    expect(within(timeline()).getByText('bulk · a@example.com · sent to all devices')).toBeVisible();
    expect(within(timeline()).getByText('Acme One')).toBeVisible();
  });

  it('folds a run with its count and outcomes, and unfolds it', async () => {
    show({
      commands: [
        command('LOCK', '2026-03-12T10:00:00Z', { status: 'failed' }),
        command('LOCK', '2026-03-11T10:00:00Z', { user: 'b@example.com' }),
        command('LOCK', '2026-03-10T10:00:00Z'),
      ],
    });
    expect(within(timeline()).getByText('3 times')).toBeVisible();
    expect(within(timeline()).getByText('1 Failed')).toBeVisible();
    expect(within(timeline()).getByText('2 Acknowledged')).toBeVisible();
    expect(screen.getByText('single · b@example.com')).not.toBeVisible();
    await userEvent.click(screen.getByText('Each of the 3'));
    expect(screen.getByText('single · b@example.com')).toBeVisible();
  });

  it('shows times that are none as they came, apart', () => {
    show({ registration: [device('last summer')] });
    expect(months()).toEqual(['Time not known']);
    expect(within(timeline()).getByText('last summer')).toBeVisible();
  });

  it('says that nothing is known', () => {
    show({});
    expect(screen.getByText('No registration record')).toBeVisible();
    expect(screen.getByText('Nothing is known of this device.')).toBeVisible();
  });

  it('a long life comes in parts', async () => {
    show({
      commands: Array.from({ length: 230 }, (_, index) =>
        command(index % 2 ? 'LOCK' : 'UNLOCK', new Date(Date.UTC(2026, 2, 1) + index * 60_000).toISOString()),
      ),
    });
    const lines = () => within(timeline()).getAllByText(/^(UN)?LOCK$/).length;
    const before = lines();
    await userEvent.click(screen.getByRole('button', { name: /^Show older/ }));
    expect(lines()).toBeGreaterThan(before);
  });

  describe('its filter', () => {
    const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString();
    const showLife = () =>
      show({
        registration: [device(day(200))],
        commands: [
          command('LOCK', day(2), { status: 'failed' }),
          command('UNLOCK', day(40), { user: 'b@example.com' }),
          command('SETALARM', day(100)),
        ],
      });
    const titles = () =>
      within(timeline())
        .queryAllByText(/^(LOCK|UNLOCK|ACTIVATE ALARM|Registered)$/)
        .map(({ textContent }) => textContent);

    it.each([
      ['Kind', 'Commands', ['LOCK', 'UNLOCK', 'ACTIVATE ALARM']],
      ['Kind', 'Enrolment', ['Registered']],
      ['Outcome', 'Failed', ['LOCK']],
      ['Operator', 'b@example.com', ['UNLOCK']],
      ['Time', 'Last 90 days', ['LOCK', 'UNLOCK']],
    ])('A2 shows by %s what is %s, says how many, and can be taken back', async (label, choice, expected) => {
      showLife();
      const user = userEvent.setup();
      await user.selectOptions(screen.getByLabelText(label), choice);
      expect(titles()).toEqual(expected);
      expect(screen.getByRole('status')).toHaveTextContent(`${expected.length} of 4 events`);
      await user.click(screen.getByRole('button', { name: 'Show all' }));
      expect(titles()).toHaveLength(4);
    });

    it('A2 begins with all of each, and says so when nothing passes', async () => {
      showLife();
      for (const label of ['Kind', 'Outcome', 'Operator', 'Time'])
        expect(screen.getByLabelText(label)).toHaveDisplayValue('All');
      await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Enrolment');
      await userEvent.selectOptions(screen.getByLabelText('Outcome'), 'Failed');
      expect(screen.getByText('No event fits this filter.')).toBeVisible();
    });

    it('is left out of a short life', () => {
      show({ registration: [device(day(2))] });
      expect(screen.queryByRole('group', { name: 'Filter the timeline' })).not.toBeInTheDocument();
    });
  });

  it('leaves state and last command out where they are said elsewhere', () => {
    render(<DeviceTimeline audit={auditOf({ release: [device('')] })} imei={IMEI} isStateElsewhere />);
    expect(screen.queryByRole('definition')).not.toBeInTheDocument();
  });
});

describe('the card of a device', () => {
  const IMEI = '490154203237518';
  const row = (more: Partial<DeviceRow> = {}): DeviceRow => ({
    imei1: IMEI,
    imei2: '',
    claimstatus: 'ENROLLED',
    registrationstatus: 'REGISTERED',
    appversion: '4.2.0',
    apptype: 'Standard',
    command: 'LOCK',
    createdat: '',
    state: '',
    ...more,
  });
  const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000 - 1_000).toISOString();
  const show = (audit?: Partial<DeviceAudit>, more?: Partial<DeviceRow>) => {
    render(<DeviceCard device={row(more)} audit={audit && auditOf(audit)} />);
    return screen.getByRole('group', { name: `Device ${IMEI}` });
  };
  /** The sentences, without the exact times that assistive tools are told. */
  const says = (card: HTMLElement): readonly string[] =>
    [...card.querySelectorAll('p')].map(({ textContent }) => textContent.replace(/ \([^)]*\)/g, ''));

  it.each<[string, Partial<DeviceAudit> | undefined, Partial<DeviceRow>, readonly string[]]>([
    ['a lock', { commands: [command('LOCK', ago(2))] }, {}, ['Locked 2 h ago by a@example.com']],
    ['an unlock by nobody named', { commands: [command('UNLOCK', ago(3), { user: '' })] }, {}, ['Unlocked 3 h ago']],
    [
      'a lock that was only sent, and what held before',
      { commands: [command('LOCK', ago(1), { status: 'sent' }), command('UNLOCK', ago(5))] },
      {},
      ['Lock sent 1 h ago by a@example.com, not yet acknowledged', 'Before that: unlocked 5 h ago'],
    ],
    [
      'a lock that still waits at the server',
      { commands: [command('LOCK', ago(1), { status: 'queued' })] },
      {},
      ['Lock ordered 1 h ago by a@example.com, not yet sent to the device', 'Before that: no lock on record'],
    ],
    [
      'an unlock that failed: the device is still locked',
      { commands: [command('UNLOCK', ago(1), { status: 'failed' }), command('LOCK', ago(4))] },
      {},
      ['Unlock failed 1 h ago, sent by a@example.com', 'Before that: locked 4 h ago'],
    ],
    [
      'a status that no console knows',
      { commands: [command('LOCK', ago(1), { status: 'parked' })] },
      {},
      ['Lock 1 h ago by a@example.com, outcome unclear', 'Before that: no lock on record'],
    ],
    ['other commands alone', { commands: [command('SETALARM', ago(1))] }, {}, ['Enrolled, no lock on record']],
    [
      'a lock of an earlier enrolment',
      { commands: [command('LOCK', ago(9))], deenroll: [enrolment('RE-REGISTERED', ago(4))] },
      {},
      ['Enrolled, no lock on record'],
    ],
    ['a release', { release: [device(ago(2))] }, { claimstatus: 'RELEASED' }, ['Released 2 h ago']],
    ['a release that the audit does not know', {}, { claimstatus: 'RELEASED' }, ['Released']],
    [
      'a de-enrolment',
      { deenroll: [enrolment('DE-ENROLLED', ago(2))] },
      { registrationstatus: 'de-enrolled' },
      ['De-enrolled 2 h ago'],
    ],
    ['a lock, to who may not see the audit', undefined, { state: 'LOCKED', command: 'REBOOT' }, ['Locked']],
    ['an unlock, to who may not see the audit', undefined, { state: 'UNLOCKED' }, ['Unlocked']],
    ['no lock, to who may not see the audit', undefined, { state: 'NO LOCK' }, ['Enrolled, no lock on record']],
    [
      'a lock that the audit does not have yet',
      { commands: [command('UNLOCK', ago(2))] },
      { state: 'LOCKED' },
      ['Locked'],
    ],
    [
      'an unlock that was sent, of a lock that the audit does not reach back to',
      { commands: [command('UNLOCK', ago(1), { status: 'sent' })] },
      { state: 'LOCKED' },
      ['Unlock sent 1 h ago by a@example.com, not yet acknowledged', 'Before that: locked'],
    ],
    ['no audit', undefined, {}, ['Enrolled, last command LOCK']],
    ['no audit and no command', undefined, { command: '' }, ['Enrolled, no command on record']],
    [
      'a state that no console knows',
      undefined,
      { claimstatus: 'LOST', registrationstatus: '' },
      ['Enrolment unclear'],
    ],
    [
      'a time that is none',
      { commands: [command('LOCK', 'last summer')] },
      {},
      ['Locked last summer by a@example.com'],
    ],
  ])('L3 A2 D40e says in a sentence how it stands: %s', (_case, audit, more, expected) => {
    expect(says(show(audit, more))).toEqual(expected);
  });

  it('L3 A2 shows model, IMEI, enrolment and last command', () => {
    const card = show({
      registration: [device(ago(900))],
      commands: [command('SETALARM', ago(1), { status: 'failed' })],
    });
    const facts = within(card)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent.replace(/ \(.*\)/, '')]);
    expect(facts).toEqual([
      ['Model', 'Acme One'],
      ['IMEI', IMEI],
      ['Enrolment', 'ENROLLED · REGISTERED'],
      ['App version', '4.2.0'],
      ['Last command', 'ACTIVATE ALARM1 h agoFailed'],
    ]);
  });

  it('C5 a command to all that was acknowledged is not said to be done by this device', () => {
    const card = show({ commands: [command('REBOOT', ago(1), { imei1: 'ALL' })] }, { command: 'REBOOT' });
    expect(within(card).getByText('Acknowledged for all at once')).toBeInTheDocument();
    expect(within(card).queryByText('Acknowledged')).not.toBeInTheDocument();
  });

  it('copies the digits of the IMEI and says so', async () => {
    const user = userEvent.setup();
    show();
    await user.click(screen.getByRole('button', { name: `Copy IMEI ${IMEI}` }));
    expect(await screen.findByRole('status')).toHaveTextContent(`IMEI ${IMEI} is copied`);
    expect(await navigator.clipboard.readText()).toBe(IMEI);
  });

  const likely = (audit: Partial<DeviceAudit>, more?: Partial<DeviceRow>) =>
    likelyCommands(deviceSummary(row(more), auditOf(audit)))[0];

  it('the likely commands begin with what changes the lock', () => {
    expect(likely({ commands: [command('LOCK', ago(1))] })).toBe('unlock');
    expect(likely({ commands: [command('UNLOCK', ago(1))] })).toBe('lock');
    expect(likely({ commands: [command('LOCK', ago(1), { status: 'sent' })] })).toBe('unlock');
    expect(likely({ commands: [command('LOCK', ago(1), { status: 'failed' })] })).toBe('lock');
    expect(likely({})).toBe('lock');
    expect(likely({}, { claimstatus: 'RELEASED' })).toBeUndefined();
  });
});
