import { screen, waitFor, within } from '@testing-library/react';
import { calls, commandById, commandList } from '@device-console/shared-lib/contract';
import { FakeFailure, FakeNetworkFailure } from '@device-console/shared-lib/testing';
import type { UserEvent } from '@testing-library/user-event';
import { exactly } from '../testing/open-card.tsx';
import { csvFile, openBatch, resultRows } from '../testing/open-batch.tsx';

const FOUND = '490154203237511';
const ALSO_FOUND = '490154203237513';
const NOT_FOUND = '490154203237518';
// Which commands have the action is a row of the command table, which has its own test.
const withAction = commandList.flatMap((command) =>
  command.batch?.rowAction === undefined ? [] : [[command.id, command, commandById(command.batch.rowAction)] as const],
);
const buttons = () => screen.getAllByRole('button', { name: /^Lock App/ });
const done = () => ({ status: 'success' as const, message: 'done' });
const question = () => within(screen.getByRole('alertdialog', { name: 'Lock App' }));

/** Presses the button of a row of results, counted from 0, and confirms. */
async function lockRow(user: UserEvent, row: number): Promise<void> {
  await user.click(buttons()[row] ?? document.body);
  await user.click(question().getByRole('button', { name: 'Lock App' }));
}

describe.each(withAction.slice(0, 1))('the rows of %s', (_id, command, action) => {
  it('C8 D7 D7a every row has a button Lock App, which asks, then sends clientof and retailerNumber too', async () => {
    const { api, run, user } = await openBatch(command, { handlers: { lockNotification: done } });
    await run(csvFile([FOUND, ALSO_FOUND, '490154203237515']));
    const [first] = resultRows().map((row) => within(row));
    expect(buttons()).toHaveLength(3);
    await user.click(buttons()[0] ?? document.body);
    expect(question().getByText(`Lock Device will be sent to IMEI ${FOUND}.`)).toBeInTheDocument();
    await user.click(question().getByRole('button', { name: 'Cancel' }));
    expect(api.requestsOf('lockNotification')).toEqual([]);
    await lockRow(user, 0);
    expect(await screen.findByText(action.successText, exactly)).toBeInTheDocument();
    expect(screen.getByText(`IMEI ${FOUND}`)).toBeInTheDocument();
    expect(first?.getByText('sent')).toBeInTheDocument();
    const { email, clientof, retailer_phone: retailerNumber } = api.session;
    expect(api.requestsOf('lockNotification')).toEqual([
      expect.objectContaining({
        path: calls.lockNotification.path,
        body: { imei: FOUND, action: action.variants[0].action, clientof, retailerNumber, user: email },
      }),
    ]);
  });

  it('D7a on a device that was not found it is closed, and says why', async () => {
    const { run } = await openBatch(command);
    await run(csvFile([NOT_FOUND]));
    const [button] = buttons();
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription('Not found, so it would be refused');
  });

  it('D7a on an unconfirmed device it is open, and the question says what is not known', async () => {
    const perhaps = () => ({ status: 'success' as const, message: 'perhaps' });
    const { api, run, user } = await openBatch(command, {
      handlers: { lockNotification: done, getImeiDetails: perhaps },
    });
    await run(csvFile([FOUND]));
    await user.click(buttons()[0] ?? document.body);
    expect(question().getByText(/It is not known whether the server has this device\.$/)).toBeInTheDocument();
    await user.click(question().getByRole('button', { name: 'Lock App' }));
    await screen.findByText(action.successText, exactly);
    expect(api.requestsOf('lockNotification')).toHaveLength(1);
  });

  it('D7a N5 it is not there for an operator who may not lock devices', async () => {
    const { run } = await openBatch(command, { session: { userlevel: 'USER', permissions: [command.title] } });
    await run(csvFile([FOUND]));
    expect(screen.queryByRole('button', { name: /^Lock App/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: 'Action' })).not.toBeInTheDocument();
  });

  it('D7a N5 it is there for an operator who may', async () => {
    const { run } = await openBatch(command, {
      session: { userlevel: 'USER', permissions: [command.title, action.title] },
    });
    await run(csvFile([FOUND]));
    expect(buttons()).toHaveLength(1);
  });

  it("C7 C8 shows the server's words when it refuses, and names the device", async () => {
    const { run, user } = await openBatch(command, {
      handlers: {
        lockNotification: () => {
          throw new FakeFailure({ message: 'Device  is released.' });
        },
      },
    });
    await run(csvFile([FOUND]));
    await lockRow(user, 0);
    expect(await screen.findByText('Device  is released.', exactly)).toBeInTheDocument();
    expect(screen.getByText(`IMEI ${FOUND}: Nothing was sent to the device`)).toBeInTheDocument();
  });

  it(
    'D2 D12 C8 after an unknown outcome the same row is sent again under the same id, another row under its ' + 'own',
    async () => {
      const { api, run, user } = await openBatch(command, {
        handlers: {
          lockNotification: () => {
            throw new FakeNetworkFailure('gone');
          },
        },
      });
      await run(csvFile([FOUND, ALSO_FOUND]));
      await lockRow(user, 0);
      expect(await screen.findByText(/The command may not have been sent/)).toBeInTheDocument();
      api.use({ lockNotification: done });
      await lockRow(user, 1);
      await screen.findByText(`IMEI ${ALSO_FOUND}`);
      await lockRow(user, 0);
      await screen.findByText(`IMEI ${FOUND}`);
      const [first, other, again] = api.requestsOf('lockNotification').map(({ transactionId }) => transactionId);
      expect(again).toBe(first);
      expect(other).not.toBe(first);
    },
  );

  it('C8 D2 two presses send one request', async () => {
    const held: { refuse?: (error: Error) => void } = {};
    const hanging = (): Promise<never> =>
      new Promise((_, reject) => {
        held.refuse = reject;
      });
    const { api, run, user } = await openBatch(command, { handlers: { lockNotification: hanging } });
    await run(csvFile([FOUND]));
    await lockRow(user, 0);
    await user.click(buttons()[0] ?? document.body);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await waitFor(() => expect(api.requestsOf('lockNotification')).toHaveLength(1));
    held.refuse?.(new FakeFailure({ message: 'No' }));
    expect(await screen.findByText('No')).toBeInTheDocument();
    expect(api.requestsOf('lockNotification')).toHaveLength(1);
  });

  it(
    'S8 D7 C8 an authorisation failure clears all that the console stores, but no unfinished batch, and leads ' +
      'to login',
    async () => {
      const stored = { 'console:resetToken': 'kept', 'batch:someone:else': '{}' };
      const { address, api, run, user } = await openBatch(command, { stored });
      await run(csvFile([FOUND]));
      api.revokeSession();
      await lockRow(user, 0);
      await waitFor(() => expect(address()).toBe('/login'));
      expect(localStorage.getItem('userSession')).toBeNull();
      expect(localStorage.getItem('console:resetToken')).toBeNull();
      expect(localStorage.getItem('batch:someone:else')).toBe('{}');
    },
  );
});

it('C8 the rows of other commands have none', async () => {
  const { run } = await openBatch(commandById('lock'));
  await run(csvFile([FOUND]));
  expect(screen.queryByRole('button', { name: /^Lock App/ })).not.toBeInTheDocument();
});
