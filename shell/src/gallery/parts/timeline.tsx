import type { DeviceAudit, DeviceRow } from '@device-console/shared-lib/contract';
import { Button } from '@device-console/shared-lib/ui';
import {
  commandOutcome,
  DeviceCard,
  deviceEvents,
  deviceStanding,
  deviceState,
  DeviceTimeline,
  likelyCommands,
} from '@device-console/shared-lib/ui/timeline';
import type { Part } from '../part.ts';

const imei = '490154203237518';
const command = { id: '', createdat: '', imei1: imei, commandType: '', interface: 'S', user: 'operator@example.com' };
const audit: DeviceAudit = {
  status: 'success',
  message: '',
  release: [],
  deenroll: [],
  registration: [
    { imei1: imei, imei2: '', brand: 'Acme', model: 'One', command: '', createdat: '2026-03-12T14:05:00Z' },
  ],
  commands: [
    {
      ...command,
      transactionId: '1',
      command: 'GREYAPP',
      date_and_time: '2026-04-02T09:30:00Z',
      status: 'acknowledged',
    },
    { ...command, transactionId: '2', command: 'LOCK', date_and_time: '2026-04-20T08:00:00Z', status: 'acknowledged' },
    { ...command, transactionId: '3', command: 'LOCK', date_and_time: '2026-04-20T08:10:00Z', status: 'sent' },
  ],
};
const emptyAudit: DeviceAudit = { ...audit, registration: [], commands: [] };

const row: DeviceRow = {
  imei1: imei,
  imei2: '356938035643809',
  claimstatus: 'ENROLLED',
  registrationstatus: 'REGISTERED',
  appversion: '4.2.0',
  apptype: 'Standard',
  command: 'LOCK',
  createdat: '2026-03-12T14:05:00Z',
};
const lockedOnly: DeviceAudit = { ...audit, commands: audit.commands.slice(0, 2) };
const failed: DeviceAudit = {
  ...audit,
  commands: audit.commands.map((one) =>
    one.status === 'sent' ? { ...one, command: 'UNLOCK', status: 'failed' } : one,
  ),
};
const standing = deviceStanding(row, audit);

/** A device at a glance. */
export const deviceCard: Part = {
  name: 'DeviceCard',
  with: ['deviceStanding', 'likelyCommands', 'commandOutcome'],
  from: 'ui/timeline',
  use: 'How one device stands, in a sentence that claims no more than its records say.',
  examples: [
    {
      caption: 'device, audit, facts, actions',
      size: 'line',
      shown: (
        <DeviceCard
          device={row}
          audit={lockedOnly}
          facts={[{ term: 'App type', value: 'Standard' }]}
          actions={<Button>Unlock Device</Button>}
        />
      ),
    },
    { caption: 'A lock that is not acknowledged', size: 'line', shown: <DeviceCard device={row} audit={audit} /> },
    { caption: 'An unlock that failed', size: 'line', shown: <DeviceCard device={row} audit={failed} /> },
    { caption: 'Without an audit', size: 'line', shown: <DeviceCard device={{ ...row, imei2: '' }} /> },
    {
      caption: 'A released device',
      size: 'line',
      shown: <DeviceCard device={{ ...row, claimstatus: 'RELEASED', command: 'RELEASE' }} audit={emptyAudit} />,
    },
    {
      caption: 'deviceStanding(), likelyCommands(), commandOutcome(): the same as data',
      shown: (
        <span>
          {[standing.lock, commandOutcome(standing.open?.status ?? ''), ...likelyCommands(standing)].join(', ')}
        </span>
      ),
    },
  ],
};

/** The timeline of a device. */
export const timeline: Part = {
  name: 'DeviceTimeline',
  with: ['deviceEvents', 'deviceState'],
  from: 'ui/timeline',
  use: 'The life of one device as its audit tells it, newest first.',
  examples: [
    { caption: 'audit, imei', size: 'line', shown: <DeviceTimeline audit={audit} imei={imei} /> },
    {
      caption: 'isStateElsewhere',
      size: 'line',
      shown: <DeviceTimeline audit={lockedOnly} imei={imei} isStateElsewhere />,
    },
    {
      caption: 'An audit that holds nothing',
      size: 'line',
      shown: <DeviceTimeline audit={emptyAudit} imei="356938035643809" />,
    },
    {
      caption: 'deviceEvents(), deviceState(): the same as data',
      shown: <span>{`${deviceEvents(audit).length} events; ${deviceState(deviceEvents(audit)).title}`}</span>,
    },
  ],
};
