import { screen, waitFor, within } from '@testing-library/react';
import { calls, commandById, commandList } from '@device-console/shared-lib/contract';
import { FakeFailure, FakeNetworkFailure } from '@device-console/shared-lib/testing';
import { exactly } from '../testing/open-card.tsx';
import { csvFile, openBatch, resultRows } from '../testing/open-batch.tsx';

const FOUND = '490154203237511';
const ALSO_FOUND = '490154203237513';
const NOT_FOUND = '490154203237518';
const withAction = commandList.flatMap((command) => (command.batch?.rowAction === undefined ? [] : [[command.id, command, commandById(command.batch.rowAction)] as const]));
const withoutAction = commandList.filter(({ batch }) => batch?.file === 'imei' && batch.rowAction === undefined);
const buttons = () => screen.getAllByRole('button', { name: /^Lock App/ });
const done = () => ({ status: 'success' as const, message: 'done' });

describe.each(withAction)('the rows of %s', (_id, command, action) => {
  it('C8 D7 every found device has a button Lock App, which sends its IMEI, action, clientof and retailerNumber', async () => {
    const { api, run, user } = await openBatch(command, { handlers: { lockNotification: done } });
    await run(csvFile([FOUND, NOT_FOUND, ALSO_FOUND]));
    const [first, second, third] = resultRows().map((row) => within(row));
    expect(second?.queryByRole('button')).toBeNull();
    expect(third?.getByRole('button', { name: 'Lock App' })).toBeInTheDocument();
    await user.click(first?.getByRole('button', { name: 'Lock App' }) ?? document.body);
    expect(await screen.findByText(action.successText, exactly)).toBeInTheDocument();
    expect(screen.getByText(`IMEI ${FOUND}`)).toBeInTheDocument();
    expect(first?.getByText('sent')).toBeInTheDocument();
    const { email, clientof, retailer_phone: retailerNumber } = api.session;
    expect(api.requestsOf('lockNotification')).toEqual([
      expect.objectContaining({ path: calls.lockNotification.path, body: { imei: FOUND, action: action.variants[0].action, clientof, retailerNumber, user: email } }),
    ]);
  });

  it('C7 C8 shows the server\'s words when it refuses, and names the device', async () => {
    const { run, user } = await openBatch(command, { handlers: { lockNotification: () => { throw new FakeFailure({ message: 'Device  is released.' }); } } });
    await run(csvFile([FOUND]));
    await user.click(buttons()[0] ?? document.body);
    expect(await screen.findByText('Device  is released.', exactly)).toBeInTheDocument();
    expect(screen.getByText(`IMEI ${FOUND}: Nothing was sent to the device`)).toBeInTheDocument();
  });

  it('D2 D12 C8 after an unknown outcome the same row is sent again under the same id, another row under its own', async () => {
    const { api, run, user } = await openBatch(command, { handlers: { lockNotification: () => { throw new FakeNetworkFailure('gone'); } } });
    await run(csvFile([FOUND, ALSO_FOUND]));
    await user.click(buttons()[0] ?? document.body);
    expect(await screen.findByText(/The command may not have been sent/)).toBeInTheDocument();
    api.use({ lockNotification: done });
    await user.click(buttons()[1] ?? document.body);
    await screen.findByText(`IMEI ${ALSO_FOUND}`);
    await user.click(buttons()[0] ?? document.body);
    await screen.findByText(`IMEI ${FOUND}`);
    const [first, other, again] = api.requestsOf('lockNotification').map(({ transactionId }) => transactionId);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('C8 D2 two presses send one request', async () => {
    const gate: { refuse?: (error: Error) => void } = {};
    const hanging = (): Promise<never> => new Promise((_, reject) => {
      gate.refuse = reject;
    });
    const { api, run, user } = await openBatch(command, { handlers: { lockNotification: hanging } });
    await run(csvFile([FOUND]));
    await user.click(buttons()[0] ?? document.body);
    await user.click(buttons()[0] ?? document.body);
    await waitFor(() => expect(api.requestsOf('lockNotification')).toHaveLength(1));
    gate.refuse?.(new FakeFailure({ message: 'No' }));
    expect(await screen.findByText('No')).toBeInTheDocument();
    expect(api.requestsOf('lockNotification')).toHaveLength(1);
  });

  it('S8 D7 C8 an authorisation failure clears all that the console stores, but no unfinished batch, and leads to login', async () => {
    const stored = { 'console:resetToken': 'kept', 'batch:someone:else': '{}' };
    const { address, api, run, user } = await openBatch(command, { stored });
    await run(csvFile([FOUND]));
    api.revokeSession();
    await user.click(buttons()[0] ?? document.body);
    await waitFor(() => expect(address()).toBe('/login'));
    expect(localStorage.getItem('userSession')).toBeNull();
    expect(localStorage.getItem('console:resetToken')).toBeNull();
    expect(localStorage.getItem('batch:someone:else')).toBe('{}');
  });
});

it.each(withoutAction.map((command) => [command.id, command] as const))('C8 the rows of %s have none', async (_id, command) => {
  const { run } = await openBatch(command);
  await run(csvFile([FOUND]));
  expect(screen.queryByRole('button', { name: /^Lock App/ })).not.toBeInTheDocument();
});
