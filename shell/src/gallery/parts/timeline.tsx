import { DeviceTimeline, deviceEvents, deviceState, type DeviceAudit } from '@device-console/shared-lib/ui/timeline';
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

/** The timeline of a device. */
export const timeline: Part = {
  name: 'DeviceTimeline',
  with: ['deviceEvents', 'deviceState'],
  from: 'ui/timeline',
  use: 'The life of one device as its audit tells it, newest first.',
  examples: [
    { caption: 'audit, imei', size: 'line', shown: <DeviceTimeline audit={audit} imei={imei} /> },
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
