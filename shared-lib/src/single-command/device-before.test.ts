import type { DeviceAudit } from '../contract/index.ts';
import type { SentDevice } from '../data/react/index.ts';
import { auditOf, command, device, enrolment } from '../ui/timeline/test-audit.ts';
import { deviceBefore } from './device-before.ts';

const OWN = '6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10';
const own = command('LOCK', '2026-11-28T10:00:00Z', { transactionId: OWN });
const registration = [device('2026-01-01T00:00:00Z')];

const cases: readonly (readonly [before: SentDevice['before'], parts: Partial<DeviceAudit>])[] = [
  ['enrolled', { registration }],
  ['locked', { registration, commands: [own, command('LOCK', '2026-11-01T00:00:00Z')] }],
  ['unlocked', { registration, commands: [own, command('UNLOCK', '2026-11-01T00:00:00Z')] }],
  // An unlock that no phone has acknowledged changes nothing.
  [
    'locked',
    {
      registration,
      commands: [
        own,
        command('UNLOCK', '2026-11-02T00:00:00Z', { status: 'sent' }),
        command('LOCK', '2026-11-01T00:00:00Z'),
      ],
    },
  ],
  // Later than the command itself.
  ['enrolled', { registration, commands: [command('UNLOCK', '2026-11-29T00:00:00Z'), own] }],
  ['released', { registration, release: [device('2026-11-01T00:00:00Z')] }],
  ['de-enrolled', { registration, deenroll: [enrolment('De-Enrolled', '2026-11-01T00:00:00Z')] }],
  ['enrolled', { registration, deenroll: [enrolment('Re-Registered', '2026-11-01T00:00:00Z')] }],
  ['', {}],
];

it.each(cases)('C1 A2 the state before a command was %s: %#', (before, parts) => {
  const audit = auditOf({ commands: [own], ...parts });
  expect(deviceBefore(audit, OWN)).toEqual({ model: 'registration' in parts ? 'Acme One' : '', before });
});

it('C7 without the command in the audit it is the state that the records have', () => {
  const audit = auditOf({ registration, commands: [command('LOCK', '2026-11-29T00:00:00Z')] });
  expect(deviceBefore(audit, OWN).before).toBe('locked');
});
