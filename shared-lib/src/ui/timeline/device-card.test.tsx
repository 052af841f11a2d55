import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeviceAudit, DeviceRow } from '../../contract/index.ts';
import { DeviceCard } from './device-card.tsx';
import { deviceStanding, likelyCommands } from './device-standing.ts';
import { auditOf, command, device, enrolment } from './test-audit.ts';

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

describe('DeviceCard', () => {
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
      ['Lock 1 h ago by a@example.com, its outcome is not clear', 'Before that: no lock on record'],
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
    ['no audit', undefined, {}, ['Enrolled, last command LOCK']],
    ['no audit and no command', undefined, { command: '' }, ['Enrolled, no command on record']],
    [
      'a state that no console knows',
      undefined,
      { claimstatus: 'LOST', registrationstatus: '' },
      ['Its enrolment is not clear'],
    ],
    [
      'a time that is none',
      { commands: [command('LOCK', 'last summer')] },
      {},
      ['Locked last summer by a@example.com'],
    ],
  ])('L3 A2 says in a sentence how it stands: %s', (_case, audit, more, expected) => {
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
      ['Last command', 'ACTIVATE ALARM Failed1 h ago'],
    ]);
  });

  it('copies the digits of the IMEI and says so', async () => {
    const user = userEvent.setup();
    show();
    await user.click(screen.getByRole('button', { name: `Copy IMEI ${IMEI}` }));
    expect(await screen.findByRole('status')).toHaveTextContent(`IMEI ${IMEI} is copied`);
    expect(await navigator.clipboard.readText()).toBe(IMEI);
  });
});

describe('likelyCommands', () => {
  const likely = (audit: Partial<DeviceAudit>, more?: Partial<DeviceRow>) =>
    likelyCommands(deviceStanding(row(more), auditOf(audit)))[0];

  it('begin with what changes the lock', () => {
    expect(likely({ commands: [command('LOCK', ago(1))] })).toBe('unlock');
    expect(likely({ commands: [command('UNLOCK', ago(1))] })).toBe('lock');
    expect(likely({ commands: [command('LOCK', ago(1), { status: 'sent' })] })).toBe('unlock');
    expect(likely({ commands: [command('LOCK', ago(1), { status: 'failed' })] })).toBe('lock');
    expect(likely({})).toBe('lock');
    expect(likely({}, { claimstatus: 'RELEASED' })).toBeUndefined();
  });
});
