import { act, screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '@device-console/shared-lib/api';
import { notifySent } from '@device-console/shared-lib/console';
import { provideSends } from '@device-console/shared-lib/console/host';
import { held } from '@device-console/shared-lib/testing';
import { openConsole } from '../testing/open-console.ts';

const IMEI = '356938035643809';
const OTHER = '490154203237518';

const lock = (target: string) => ({
  key: `device ${target}`,
  about: { command: 'lock', action: 'lock', target, source: 'form', remote: 'mf-commands' },
});

const refusal = new ApiError({
  kind: 'business',
  outcome: 'refused',
  message: 'It is released.',
  callPath: 'locknotification.php',
  transactionId: '',
});

/** The console at Home; the states that the server knows of what is sent. */
async function open() {
  const states = new Map<string, string>();
  const page = await openConsole({
    handlers: {
      ownCommands: ({ transactionIds }) => ({
        status: 'success',
        message: '',
        items: transactionIds.flatMap((transactionId) => {
          const status = states.get(transactionId);
          return status === undefined ? [] : [{ transactionId, status }];
        }),
      }),
    },
  });
  const sends = provideSends({ store: page.store, onChange: () => undefined });
  const send = (target: string) => act(() => sends.send(lock(target), () => Promise.resolve(null)));
  const idOf = (target: string) => sends.getSnapshot().find(({ about }) => about?.target === target)?.id ?? '';
  /** The page asks at once, as after any command of this browser. */
  const ask = async (): Promise<void> => {
    const before = page.api.requestsOf('ownCommands').length;
    act(() => notifySent(OTHER));
    await waitFor(() => expect(page.api.requestsOf('ownCommands').length).toBeGreaterThan(before));
  };
  return { ...page, sends, states, send, ask, idOf };
}

const news = () => within(screen.getByRole('region', { name: 'News' }));

it.each([
  ['failed', 'It failed after it was sent.'],
  ['expired', 'It could not be sent in time.'],
  ['cancelled', 'It was cancelled.'],
])(
  'C7 D17d a command that is %s after it was sent is said in a corner, with the way to its log',
  async (status, why) => {
    const { states, send, ask, idOf } = await open();
    await send(IMEI);
    states.set(idOf(IMEI), status);
    await ask();
    await waitFor(() => expect(news().getByText(`IMEI ${IMEI}: ${why}`)).toBeInTheDocument());
    expect(news().getByText('Lock Device was not done')).toBeInTheDocument();
    expect(news().getByRole('link', { name: 'Open Lock Device' })).toHaveAttribute('href', '/lockDevice');
  },
);

it('C7 D17d what was acknowledged is said nowhere, and is not asked for again', async () => {
  const { api, sends, states, send, ask, idOf } = await open();
  await send(IMEI);
  await send(OTHER);
  states.set(idOf(IMEI), 'acknowledged');
  await ask();
  await waitFor(() => expect(sends.getSnapshot().map(({ status }) => status)).toEqual(['', 'acknowledged']));
  await ask();
  expect(api.requestsOf('ownCommands').at(-1)?.body['transactionIds']).toEqual([idOf(OTHER)]);
  expect(screen.queryByRole('region', { name: 'News' })).not.toBeInTheDocument();
});

it('C7 D12 a refusal that comes after its screen was left is said, and several are one notice', async () => {
  const { sends } = await open();
  const gates = [IMEI, OTHER].map((target) => {
    const gate = held<null>();
    act(() => {
      void sends.send(lock(target), async () => {
        await gate.promise;
        throw refusal;
      });
    });
    return gate;
  });
  await act(async () => gates[0]?.give(null));
  expect(await screen.findByText(`IMEI ${IMEI}: It is released.`)).toBeInTheDocument();
  await act(async () => gates[1]?.give(null));
  expect(await screen.findByText(`2 devices. The last: IMEI ${OTHER}: It is released.`)).toBeInTheDocument();
  expect(news().getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Notices, 1 unread' })).toBeInTheDocument();
});

it('C7 a refusal on the screen of its command is in its log, and not said again', async () => {
  const { sends } = await open();
  act(() => {
    sends.show('lock');
  });
  await act(() => sends.send(lock(IMEI), () => Promise.reject(refusal)));
  expect(sends.getSnapshot()).toMatchObject([{ outcome: 'refused' }]);
  expect(screen.queryByRole('region', { name: 'News' })).not.toBeInTheDocument();
});
