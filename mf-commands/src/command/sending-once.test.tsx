import { screen, waitFor } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { FakeFailure, FakeNetworkFailure, keysEvery, type FakeHandlers } from '@device-console/shared-lib/testing';
import { answerTo, exactly, IMEI, imeiField, logLines, openCard } from '../testing/open-card.tsx';

const lock = commandById('lock');
const mayNotSeeAudit = { userlevel: 'USER', permissions: ['Lock Device'] };
const done = answerTo(lock, () => ({ status: 'success', message: 'done' }));
const unreachable = answerTo(lock, () => new FakeNetworkFailure('gone'));

describe('sending once', () => {
  it('C1 C7 D2 scans that outrun the answers go in order, once each, and each is a line at once', async () => {
    const scanned = ['490154203237518', '004999010640000', '356938035643809', '359881030314356', '352099001761481'];
    const [first = '', second = ''] = scanned;
    const answers: ((refusal?: FakeFailure) => void)[] = [];
    const handlers: FakeHandlers = {
      lockNotification: () =>
        new Promise((resolve, reject) => {
          answers.push((refusal) => (refusal ? reject(refusal) : resolve({ status: 'success', message: 'done' })));
        }),
    };
    keysEvery(10);
    const { api, user } = await openCard(lock, { handlers, session: mayNotSeeAudit });
    // A scanner that reads again the IMEI that is being sent, or that waits.
    for (const imei of [first, first, second, second, ...scanned.slice(2)]) await user.keyboard(`${imei}{Enter}`);
    expect(imeiField()).toHaveValue('');
    expect(logLines()).toEqual([
      ...scanned
        .slice(1)
        .toReversed()
        .map((imei) => `${imei} | Next`),
      // It has waited for three seconds on a busy computer.
      expect.stringMatching(new RegExp(`^${first} \\| (On its way|Waits for the server)$`)),
    ]);
    expect(screen.getByText('0 sent · 5 on its way')).toBeInTheDocument();
    await user.keyboard('4999');
    for (const [index, imei] of scanned.entries()) {
      await waitFor(() => expect(answers).toHaveLength(index + 1));
      const sent = api.requestsOf('lockNotification');
      expect(sent.map(({ body }) => body['imei'])).toEqual(scanned.slice(0, index + 1));
      answers[index]?.(imei === second ? new FakeFailure({ message: 'It is released.' }) : undefined);
    }
    expect(await screen.findByText('4 sent · 1 refused')).toBeInTheDocument();
    expect(logLines()).toEqual(
      scanned.toReversed().map((imei) => `${imei} | ${imei === second ? 'Refused It is released.' : 'Sent'}`),
    );
    expect(new Set(api.requests.map(({ transactionId }) => transactionId)).size).toBe(scanned.length);
    expect(imeiField()).toHaveValue('4999');
    expect(imeiField()).toHaveFocus();
  });

  it('C12 a command that waits for a second person is neither done nor failed, and says so', async () => {
    const waiting = 'This command waits for the approval of a second person. Nothing has been sent yet.';
    const handlers = answerTo(lock, () => new FakeFailure({ message: waiting, reason: 'approval' }));
    const { send } = await openCard(lock, { handlers });
    await send();
    expect(await screen.findByText(`IMEI ${IMEI}: It waits for a second person`)).toBeInTheDocument();
    expect(screen.getByText(waiting)).toBeInTheDocument();
    expect(screen.queryByText('Nothing was sent to the device')).not.toBeInTheDocument();
    expect(screen.queryByText(lock.successText, exactly)).not.toBeInTheDocument();
  });

  it('D12 D2 on an unknown outcome the form stays, it may not have been sent, and again has the same id', async () => {
    const options = { handlers: unreachable, config: { idempotent: true }, session: mayNotSeeAudit };
    const { api, send, submit } = await openCard(lock, options);
    await send();
    expect(await screen.findByText(/The command may not have been sent/)).toBeInTheDocument();
    expect(imeiField()).toHaveValue(IMEI);
    expect(screen.queryByText(lock.successText, exactly)).not.toBeInTheDocument();
    api.use(done);
    await submit();
    expect(await screen.findByText(lock.successText, exactly)).toBeInTheDocument();
    const [first, second, ...more] = api.requests;
    expect(second?.transactionId).toBe(first?.transactionId);
    expect(second?.body).toEqual(first?.body);
    expect(more).toEqual([]);
  });

  it.each([
    [true, /Sending it again is safe: the server carries it out only once/],
    [false, /Check the device's audit before you send it again/],
  ])('D2 D12 says whether sending again is safe (idempotent: %s)', async (idempotent, advice) => {
    const { send } = await openCard(lock, { handlers: unreachable, config: { idempotent } });
    await send();
    expect(await screen.findByText(advice)).toBeInTheDocument();
  });

  it("D2a a missing permission is told in the server's words and the session stays", async () => {
    const words = 'You are not authorised to use this feature.Contact Your Admin for support';
    const { address, send } = await openCard(lock, {
      handlers: answerTo(lock, () => new FakeFailure({ httpStatus: 403, message: words, permissions: [] })),
    });
    await send();
    expect(await screen.findByText(words, exactly)).toBeInTheDocument();
    expect(address()).toBe('/lockDevice');
  });
});
