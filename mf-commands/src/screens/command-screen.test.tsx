import { screen, within, waitFor } from '@testing-library/react';
import { commandById, commandList, calls } from '@device-console/shared-lib/contract';
import { FakeFailure, FakeNetworkFailure, renderScreen } from '@device-console/shared-lib/testing';
import { questionOf } from '@device-console/shared-lib/single-command';
import { batchCard, openBatch } from '../testing/open-batch.tsx';
import { commandScreenById } from './command-screens.ts';
import { answerTo, exactly, IMEI, imeiField, openCard, OTHER_IMEI, sendButton } from '../testing/open-card.tsx';
import { LookedUpDevice } from './looked-up-device.tsx';
import { TargetDevice } from './command-page.tsx';

/** The first of those that are alike: the others differ only in the command table's names and texts. */
function kindsOf<Item>(items: readonly Item[], kind: (item: Item) => readonly unknown[]): readonly Item[] {
  return [...new Map(items.toReversed().map((item) => [JSON.stringify(kind(item)), item])).values()];
}

describe('the screen', () => {
  it.each(
    kindsOf(commandList, ({ batch, heading, cardTitle, form }) => [
      batch?.file,
      heading !== undefined,
      cardTitle,
      form,
    ]),
  )(
    'C1 C3 C4 C5 D20 T1 of $id has its title, its single card, and a batch card where the row has a batch',
    async (command) => {
      await openBatch(command);
      expect(screen.getByRole('heading', { level: 1, name: command.heading ?? command.title })).toBeInTheDocument();
      expect(screen.getByRole('region', { name: command.cardTitle ?? 'One device' })).toBeInTheDocument();
      if (command.batch) expect(await batchCard()).toBeInTheDocument();
      else expect(screen.queryByRole('region', { name: 'Many devices (CSV)' })).not.toBeInTheDocument();
    },
  );

  describe.each(
    commandList.flatMap((command) =>
      command.batchScreen === undefined ? [] : [[command.batchScreen, command] as const],
    ),
  )('the address /%s', (path, command) => {
    it('N3 shows the batch card of its command and nothing else', async () => {
      await openBatch(command, { address: `/${path}` });
      expect(screen.getByRole('heading', { level: 1, name: command.title })).toBeInTheDocument();
      expect(await batchCard()).toBeInTheDocument();
      expect(screen.queryByRole('region', { name: 'One device' })).not.toBeInTheDocument();
    });
  });

  describe('in front of a back end that knows only the specification', () => {
    const command = commandById('deviceAction');

    it('D1a D6 Device Action has no batch card: there is no call that takes its copy', async () => {
      await openBatch(command, { config: { backend: 'legacy' } });
      expect(screen.getByRole('region', { name: 'One device' })).toBeInTheDocument();
      expect(screen.queryByRole('region', { name: 'Many devices (CSV)' })).not.toBeInTheDocument();
    });

    it('D1a D6 it has one when config.json names the path of that call', async () => {
      const calls = { 'bulkDeviceActionCopy.php': 'copies/action.php' };
      await openBatch(command, {
        config: { backend: 'legacy', names: { calls, actions: {}, reports: {}, permissions: {}, folders: {} } },
      });
      expect(await batchCard()).toBeInTheDocument();
    });
  });

  it('a screen that there is not is named', () => {
    expect(() => commandScreenById('reboot')).toThrow('There is no screen "reboot" among those of the command table.');
  });
});

describe('the card of one device', () => {
  /** Every command whose form asks only for a device. */
  const singles = commandList.filter(({ form }) => form !== 'notification');
  const rows = kindsOf(
    singles.flatMap((command) => command.variants.map((variant) => ({ command, variant }))),
    ({ command, variant }) => [
      command.send,
      command.form,
      variant.choice !== undefined,
      command.confirmText !== undefined,
      questionOf(command, IMEI) !== null,
    ],
  );
  const lock = commandById('lock');

  describe.each(rows)('the single form of $variant.action', ({ command, variant }) => {
    const open = (options: Parameters<typeof openCard>[1] = {}) => openCard(command, { ...options, variant });

    it('C1 C6 C9 takes up the IMEI of the address, and sends once when told so, but never 14 digits', async () => {
      const { api, fill, send, user } = await open({ address: `/${command.screen}#imei=${OTHER_IMEI}` });
      expect(imeiField()).toHaveValue(OTHER_IMEI);
      await fill(IMEI.slice(1));
      await user.click(sendButton(command));
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
      expect(imeiField()).toBeInvalid();
      expect(api.requests).toEqual([]);
      await send(OTHER_IMEI);
      expect(await screen.findByText(command.successText, exactly)).toBeInTheDocument();
      expect(screen.getByRole('status')).toHaveTextContent(`IMEI ${OTHER_IMEI}`);
      const { method, path } = calls[command.send];
      expect(api.requests).toEqual([
        expect.objectContaining({
          method,
          path,
          body: { imei: OTHER_IMEI, action: variant.action, user: api.session.email },
          transactionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        }),
      ]);
    });
  });

  describe('the card', () => {
    it('C3 Formatted Device is titled as in the specification, the others plainly', async () => {
      const { unmount } = await openCard(commandById('formattedDevice'));
      expect(screen.getByRole('region', { name: 'De-enroll formatted device' })).toHaveAttribute(
        'data-tone',
        'caution',
      );
      unmount();
      await openCard(lock);
      expect(screen.getByRole('region', { name: 'One device' })).toHaveAttribute('data-tone', 'plain');
    });

    it('C6 another IMEI takes the outcome away', async () => {
      const { send, user } = await openCard(lock);
      await send();
      await screen.findByText(lock.successText, exactly);
      await user.type(imeiField(), '4');
      expect(screen.queryByText(lock.successText, exactly)).not.toBeInTheDocument();
    });

    it('C1 C7 after a send the field is empty and has the focus; what was refused is selected in it', async () => {
      const { api, fill, user } = await openCard(lock);
      expect(imeiField()).toHaveFocus();
      await fill(IMEI);
      await user.keyboard('{Enter}');
      await screen.findByText(lock.successText, exactly);
      expect(imeiField()).toHaveValue('');
      expect(imeiField()).toHaveFocus();
      expect(imeiField()).toHaveAttribute('aria-invalid', 'false');
      api.use(answerTo(lock, () => new FakeFailure({ message: 'It is released.' })));
      await user.paste(OTHER_IMEI);
      await user.keyboard('{Enter}');
      await screen.findAllByText('It is released.');
      expect(imeiField()).toHaveValue(OTHER_IMEI);
      await user.paste(IMEI);
      expect(imeiField()).toHaveValue(IMEI);
    });
  });

  it.each(
    singles.filter((command) => questionOf(command, IMEI) !== null).map((command) => [command.id, command] as const),
  )(
    'C2 C3 %s asks in its words, names the IMEI, and on Cancel sends nothing and keeps the form',
    async (_id, command) => {
      const { api, fill, user } = await openCard(command);
      await fill(IMEI);
      await user.click(sendButton(command));
      const dialog = screen.getByRole('alertdialog', { name: command.title });
      if (command.confirmText) expect(within(dialog).getByText(command.confirmText, exactly)).toBeInTheDocument();
      expect(dialog).toHaveTextContent(`IMEI ${IMEI}`);
      await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
      expect(imeiField()).toHaveValue(IMEI);
      expect(api.requests).toEqual([]);
    },
  );

  describe('a command that cannot be undone, of which the specification has no question', () => {
    const deEnroll = commandById('formattedDevice');

    it('C3 Formatted Device asks with the IMEI, and only the last button looks dangerous', async () => {
      const { api, fill, user } = await openCard(deEnroll);
      await fill(IMEI);
      expect(sendButton(deEnroll)).toHaveClass('primary');
      await user.click(sendButton(deEnroll));
      const dialog = screen.getByRole('alertdialog', { name: deEnroll.title });
      expect(within(dialog).getByText(`IMEI ${IMEI} will be de-enrolled. This cannot be undone.`)).toBeInTheDocument();
      const confirm = within(dialog).getByRole('button', { name: 'De-enroll device' });
      expect(confirm).toHaveClass('danger');
      expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
      expect(api.requests).toEqual([]);
      await user.click(confirm);
      expect(await screen.findByText(deEnroll.successText, exactly)).toBeInTheDocument();
      expect(api.requestsOf(deEnroll.send)).toHaveLength(1);
    });

    it('C3 every such command with one IMEI asks before it sends', () => {
      const forGood = singles.filter(
        ({ destructive, inverse, form }) => destructive && inverse === undefined && form === 'imei',
      );
      expect(forGood.map(({ id }) => id)).toContain('formattedDevice');
      for (const command of forGood) expect(questionOf(command, IMEI)).not.toBeNull();
    });
  });
});

describe('the device that it is for', () => {
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
    const asked = api.requests.map(({ call }) => call).filter((call) => call !== 'commandChanges');
    expect(asked).toEqual(['deviceDetails']);
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
      deviceDetails: () => new FakeNetworkFailure('gone'),
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
});
