import { screen, waitFor, within } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { FakeNetworkFailure, renderScreen } from '@device-console/shared-lib/testing';
import { openBatch } from '../testing/open-batch.tsx';
import { LookedUpDevice } from './looked-up-device.tsx';
import { TargetDevice } from './target-device.tsx';

const IMEI = '490154203237518';
const lock = commandById('lock');
const device = {
  imei1: IMEI,
  imei2: '',
  claimstatus: 'ENROLLED',
  registrationstatus: 'REGISTERED',
  appversion: '4.2.0',
  apptype: 'Standard',
  command: 'UNLOCK',
  createdat: '',
};
const found = { deviceDetails: () => ({ status: 'success' as const, message: '', items: [device] }) };
const card = () => within(screen.getByRole('region', { name: 'The device' }));
const permitted = { userlevel: 'USER', permissions: ['Lock Device', 'Device Details'] };

it('L1 L3 the device stands beside the form as soon as its IMEI is complete, and is asked for once', async () => {
  const { api, user } = await openBatch(lock, { handlers: found, session: permitted });
  expect(card().getByText(/Enter an IMEI to see its device/)).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'IMEI number' }), IMEI);
  expect(await card().findByText('Enrolled, last command UNLOCK')).toBeInTheDocument();
  expect(api.requests.map(({ call }) => call)).toEqual(['deviceDetails']);
});

it('L4 an IMEI of the address is looked up on arrival; A2 with the audit where the operator may see it', async () => {
  const audit = {
    status: 'success' as const,
    message: '',
    registration: [],
    release: [],
    deenroll: [],
    commands: [
      { command: 'LOCK', status: 'acknowledged', user: 'b@example.com', date_and_time: '2026-03-04T05:06:07Z' },
    ],
  };
  await openBatch(lock, {
    handlers: { ...found, auditReportByImei: () => audit },
    address: `/lockDevice#imei=${IMEI}`,
  });
  expect(await card().findByText(/^Locked/)).toBeInTheDocument();
});

it('C6 L3 the device beside the form follows the command that was sent to it', async () => {
  let status = '';
  const audit = () => ({
    status: 'success' as const,
    message: '',
    registration: [],
    release: [],
    deenroll: [],
    commands: status === '' ? [] : [{ command: 'LOCK', status, user: '', date_and_time: new Date().toISOString() }],
  });
  const { user } = await openBatch(lock, {
    handlers: {
      ...found,
      auditReportByImei: audit,
      lockNotification: () => {
        status = 'sent';
        return { status: 'success', message: '' };
      },
    },
    address: `/lockDevice#imei=${IMEI}`,
  });
  expect(await card().findByText(/no lock on record/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Lock Device' }));
  expect(await card().findByText('Sent')).toBeInTheDocument();
  expect(card().getByText(/^Lock sent/)).toBeInTheDocument();
});

it('N5 without the permission nothing is asked, and no such card is there', async () => {
  const { api, user } = await openBatch(lock, { session: { userlevel: 'USER', permissions: ['Lock Device'] } });
  await user.type(screen.getByRole('textbox', { name: 'IMEI number' }), IMEI);
  expect(screen.queryByRole('region', { name: 'The device' })).not.toBeInTheDocument();
  expect(api.requests).toEqual([]);
});

it('says when there is no such device, and when it could not be looked up', async () => {
  const { api, user } = await openBatch(lock, {
    handlers: { deviceDetails: () => ({ status: 'success', message: '', items: [] }) },
    session: permitted,
    address: `/lockDevice#imei=${IMEI}`,
  });
  expect(await card().findByText(/No device is registered under IMEI/)).toBeInTheDocument();
  api.use({
    deviceDetails: () => {
      throw new FakeNetworkFailure('gone');
    },
  });
  const field = screen.getByRole('textbox', { name: 'IMEI number' });
  await user.clear(field);
  await user.type(field, '356938035643809');
  expect(await card().findByText(/could not be looked up/)).toBeInTheDocument();
  api.use(found);
  await user.click(card().getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(card().getByText('Enrolled, last command UNLOCK')).toBeInTheDocument());
});

it('L3 when what shows a device cannot be fetched it says so, and Retry fetches it again', async () => {
  const load = jest
    .fn<Promise<typeof LookedUpDevice>, []>()
    .mockRejectedValueOnce(new Error('Loading chunk 7 failed.'))
    .mockResolvedValue(LookedUpDevice);
  const { user } = await renderScreen(() => <TargetDevice imei={IMEI} load={load} />, {
    handlers: found,
    session: permitted,
  });
  expect(await card().findByText('Loading chunk 7 failed.')).toBeInTheDocument();
  await user.click(card().getByRole('button', { name: 'Retry' }));
  expect(await card().findByText('Enrolled, last command UNLOCK')).toBeInTheDocument();
});
