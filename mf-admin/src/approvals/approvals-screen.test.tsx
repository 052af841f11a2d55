import { screen, within } from '@testing-library/react';
import { renderScreen, type FakeHandlers } from '@device-console/shared-lib/testing';
import { Screen } from './approvals-screen.tsx';

const done = { status: 'success', message: '' };
const request = (id: number, more: object = {}) => ({
  id,
  asker: 'ram@example.com',
  own: '',
  via: 'session',
  action: 'release',
  imei: '490154203237518',
  batchId: '',
  devices: 1,
  state: 'waiting',
  decider: '',
  decidedAt: '',
  why: '',
  createdAt: '2026-11-23T02:00:00.000Z',
  expiresAt: '2026-11-24T02:00:00.000Z',
  ...more,
});

function open(items: ReturnType<typeof request>[], session: object = {}, handlers: FakeHandlers = {}) {
  return renderScreen(Screen, {
    address: '/approvals',
    session: { userlevel: 'USER', permissions: ['Approvals'], ...session },
    handlers: { approvals: () => ({ ...done, items }), ...handlers },
  });
}

describe('Approvals', () => {
  it('C15 lists what waits for a decision, the own requests, and what was decided', async () => {
    const batch = { own: 'yes', imei: '', batchId: 'b', devices: 1200, action: 'lock' };
    const decided = { state: 'refused', decider: 'sita@example.com', why: 'In arrears', via: 'key' };
    await open([request(3), request(2, batch), request(1, decided)]);
    const tableOf = async (name: string) => within(await screen.findByRole('table', { name }));
    expect((await tableOf('Waiting for your decision')).getByText('490154203237518')).toBeInTheDocument();
    expect((await tableOf('Your requests')).getByText('A list of 1,200 devices')).toBeInTheDocument();
    const past = await tableOf('Decided');
    expect(past.getByText('Refused by sita@example.com: In arrears')).toBeInTheDocument();
    expect(past.getByText('ram@example.com, by an API key')).toBeInTheDocument();
  });

  it('C13 approves one request after asking, and reads the list again', async () => {
    const items = [request(3)];
    const { api, user } = await open(
      items,
      {},
      {
        decideApproval: () => {
          items.splice(0, 1, request(3, { state: 'approved', decider: 'operator@example.com' }));
          return { ...done, message: 'Approved and sent' };
        },
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Approve: Release Device for ram@example.com' }));
    const dialog = within(screen.getByRole('alertdialog'));
    expect(dialog.getByText(/Release Device will be sent to 490154203237518, as ram@example\.com asked/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Approved.')).toBeInTheDocument();
    expect(api.requestsOf('decideApproval').map(({ body }) => body)).toMatchObject([{ id: '3', decision: 'approve' }]);
    expect(await screen.findByText('Approved by operator@example.com')).toBeInTheDocument();
  });

  it('C13 refuses with a reason, and says what the server says to a decision that comes too late', async () => {
    const { api, user } = await open(
      [request(3)],
      {},
      {
        decideApproval: () => ({
          status: 'error',
          message: 'This request is approved already. Please reload the list.',
        }),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Refuse: Release Device for ram@example.com' }));
    const dialog = within(screen.getByRole('alertdialog'));
    expect(dialog.getByRole('button', { name: 'Refuse' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'In arrears');
    await user.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(await screen.findByText(/approved already\. Please reload/)).toBeInTheDocument();
    expect(api.requestsOf('decideApproval').map(({ body }) => body)).toMatchObject([
      { id: '3', decision: 'refuse', reason: 'In arrears' },
    ]);
  });

  it('C15 shows who may not decide their own requests alone', async () => {
    await open([request(2, { own: 'yes' })], { permissions: [] });
    expect(await screen.findByRole('table', { name: 'Your requests' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
    expect(screen.queryByText('Waiting for your decision')).not.toBeInTheDocument();
  });

  it.each([
    ['', 'Nothing waits for your decision'],
    ['yes', 'Approvals are not in use here'],
  ])('C15 without any request, and "%s" for being off, says: %s', async (off, text) => {
    await open([], {}, { approvals: () => ({ ...done, items: [], off }) });
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});
