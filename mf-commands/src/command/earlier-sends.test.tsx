import { screen, waitFor, within } from '@testing-library/react';
import { sentAtom } from '@device-console/shared-lib/console/host';
import { commandById } from '@device-console/shared-lib/contract';
import { FakeFailure, FakeNetworkFailure, held, type FakeHandlers } from '@device-console/shared-lib/testing';
import { answerTo, exactly, IMEI, imeiField, openCard, OTHER_IMEI } from '../testing/open-card.tsx';

const lock = commandById('lock');
const done = answerTo(lock, () => ({ status: 'success', message: 'done' }));
const lost = answerTo(lock, () => new FakeNetworkFailure('gone'));
const once = { idempotent: true };

const earlier = (imei = IMEI) => screen.queryByText(new RegExp(`^Lock Device for IMEI ${imei} was sent at `));
const audit = (commands: { transactionId: string; status: string }[]): FakeHandlers => ({
  auditReportByImei: () => ({ status: 'success', message: '', registration: [], release: [], deenroll: [], commands }),
});

async function leaveAndReturn({ goTo }: Pick<Awaited<ReturnType<typeof openCard>>, 'goTo'>): Promise<void> {
  await goTo('/auditReport');
  expect(imeiFields()).toEqual([]);
  await goTo('/lockDevice');
}
const imeiFields = () => screen.queryAllByRole('textbox', { name: /^IMEI number/ });

describe('a form that was left and opened again', () => {
  it('D2 D2e after a lost answer says what was sent, and sending the same again has the same id', async () => {
    const card = await openCard(lock, { handlers: { ...lost, ...audit([]) }, config: once });
    const { api, send } = card;
    await send();
    expect(await screen.findByText(/Sending it again is safe/)).toBeInTheDocument();
    expect(earlier()).not.toBeInTheDocument();
    await leaveAndReturn(card);
    expect(earlier()).toBeInTheDocument();
    expect(
      screen.getByText(/If you send the same to this device again, the server carries it out/),
    ).toBeInTheDocument();
    api.use(done);
    await send();
    expect(await screen.findByText(lock.successText, exactly)).toBeInTheDocument();
    expect(earlier()).not.toBeInTheDocument();
    const sent = api.requestsOf('lockNotification');
    expect(sent.map(({ transactionId }) => transactionId === sent[0]?.transactionId)).toEqual([true, true]);
  });

  it('D2e finds the command in the audit, and says its state there; the same again is then a new command', async () => {
    const card = await openCard(lock, { handlers: { ...lost, ...audit([]) }, config: once, session: {} });
    const { api, send } = card;
    await send();
    await screen.findByText(/Sending it again is safe/);
    const [{ transactionId } = { transactionId: '' }] = api.requests;
    api.use({ ...done, ...audit([{ transactionId, status: 'Acknowledged' }]) });
    await leaveAndReturn(card);
    expect(await screen.findByText('Its state: Acknowledged')).toBeInTheDocument();
    await send();
    await screen.findByText(lock.successText, exactly);
    const sent = api.requestsOf('lockNotification');
    expect([sent.length, sent[1]?.transactionId === transactionId]).toEqual([2, false]);
  });

  it.each([
    ['who may not see the audit', { userlevel: 'USER', permissions: ['Lock Device'] }, IMEI],
    ['of another device', {}, OTHER_IMEI],
  ] as const)('D2e N5 asks the audit of nobody else: an operator %s', async (_who, session, imei) => {
    const card = await openCard(lock, { handlers: { ...lost, ...audit([]) }, config: once, session });
    await card.send(imei);
    await screen.findByText(/Sending it again is safe/);
    await leaveAndReturn(card);
    expect(earlier(imei)).toBeInTheDocument();
    const asked = () => card.api.requests.filter(({ call }) => call === 'auditReportByImei');
    const expected = 'userlevel' in session ? [] : [OTHER_IMEI];
    await waitFor(() => expect(asked().map(({ body }) => body['imei1'])).toEqual(expected));
    // Whatever else was asked has been by then.
    await card.send(imei);
    await screen.findByText(/Sending it again is safe/);
    expect(asked().map(({ body }) => body['imei1'])).toEqual(expected);
  });

  it.each([
    ['carried out', done, 'The server has it.'],
    ['refused', answerTo(lock, () => new FakeFailure({ message: 'It is released.' })), 'It is released.'],
  ])(
    'D12 D2e says of a command that was %s meanwhile what came of it, until it was seen',
    async (_what, answer, said) => {
      const gate = held<null>();
      const reply = answer['lockNotification'] as () => unknown;
      const handlers = {
        ...audit([]),
        lockNotification: async () => {
          await gate.promise;
          const result = reply();
          if (result instanceof FakeFailure) throw result;
          return result as never;
        },
      };
      const card = await openCard(lock, { handlers, config: once });
      await card.send();
      await card.goTo('/auditReport');
      gate.give(null);
      await waitFor(() => expect(card.store.get(sentAtom)).toMatchObject([{ phase: 'ended' }]));
      await card.goTo('/lockDevice');
      expect(earlier()).toBeInTheDocument();
      expect(screen.getAllByText(said)).not.toHaveLength(0);
      await leaveAndReturn(card);
      expect(earlier()).not.toBeInTheDocument();
    },
  );

  it('D2e what is still under way is shown as such, and is not sent twice', async () => {
    const gate = held<{ status: 'success'; message: string }>();
    const card = await openCard(lock, { handlers: { lockNotification: () => gate.promise }, config: once });
    await card.send();
    await leaveAndReturn(card);
    await card.fill(IMEI);
    await card.user.keyboard('{Enter}');
    gate.give({ status: 'success', message: 'done' });
    expect(await screen.findByText(lock.successText, exactly)).toBeInTheDocument();
    expect(card.api.requestsOf('lockNotification')).toHaveLength(1);
  });

  it('D2e an operator can put the notice away; the same again is then a new command', async () => {
    const card = await openCard(lock, { handlers: { ...lost, ...audit([]) }, config: once });
    await card.send();
    await screen.findByText(/Sending it again is safe/);
    await leaveAndReturn(card);
    await card.user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(earlier()).not.toBeInTheDocument();
    await card.send();
    await waitFor(() => expect(card.api.requestsOf('lockNotification')).toHaveLength(2));
    const [first, second] = card.api.requestsOf('lockNotification');
    expect(second?.transactionId).not.toBe(first?.transactionId);
  });
});

describe('the same again before a back end that may carry it out twice', () => {
  const question = /^The same was sent at .*, and its outcome is not known\. Check the device's audit first/;

  it('D2b asks first, also after the form was left; nothing is sent until then', async () => {
    const card = await openCard(lock, { handlers: { ...lost, ...audit([]) } });
    const { api, user, fill, send } = card;
    await send();
    await screen.findByText(/Check the device's audit before you send it again/);
    await leaveAndReturn(card);
    await send();
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(question)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    const sent = () => api.requestsOf('lockNotification');
    expect(sent()).toHaveLength(1);
    await fill(OTHER_IMEI);
    api.use(done);
    await card.submit();
    expect(await screen.findByText(lock.successText, exactly)).toBeInTheDocument();
    await send();
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Lock Device' }));
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()[2]?.transactionId).toBe(sent()[0]?.transactionId);
    await waitFor(() => expect(imeiField()).toHaveValue(''));
  });

  it('D2b an action without a question of its own asks too', async () => {
    const device = commandById('deviceAction');
    const handlers = answerTo(device, () => new FakeNetworkFailure('gone'));
    const card = await openCard(device, { handlers });
    await card.send();
    await screen.findByText(/Check the device's audit before you send it again/);
    await card.submit();
    expect(within(await screen.findByRole('alertdialog')).getByText(question)).toBeInTheDocument();
    expect(card.api.requestsOf(device.send)).toHaveLength(1);
  });
});
