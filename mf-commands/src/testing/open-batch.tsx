import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import type { BatchManager, BatchStore } from '@device-console/shared-lib/batch';
import type { Command, CommandVariant } from '@device-console/shared-lib/contract';
import { Route, Routes } from '@device-console/shared-lib/router';
import {
  FakeFailure,
  renderScreen,
  type FakeHandlers,
  type RenderScreenOptions,
  held,
  memoryStore,
} from '@device-console/shared-lib/testing';
import { commandScreens } from '../screens/command-screens.ts';
import { Screen as CommandScreen } from '../screens/command-screen.tsx';
import { Screen as NotificationScreen } from '../screens/notification-screen.tsx';
import { memoryBatches } from './memory-batches.ts';
import { senderOf } from './sender.ts';

export const batchCard = () => screen.findByRole('region', { name: 'Many devices (CSV)' });
export const fileField = () => screen.getByLabelText('CSV file');
/** Found by its label, such as `Lock 2 devices`. */
export const startButton = () => screen.getByRole('button', { name: /[\d,]+ (valid of [\d,]+ )?devices?$/ });
/** Needs a chosen file of notifications. */
export async function previewAndSend(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('button', { name: /^Preview [\d,]+ / }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Send [\d,]+ messages?$/ }));
}
export const resultRows = () =>
  within(screen.getByRole('table', { name: 'Results' }))
    .getAllByRole('row')
    .slice(1);

export function csvFile(imeis: readonly string[], name = 'devices.csv'): File {
  return new File([['sno,imei1', ...imeis.map((imei, index) => `${index + 1},${imei}`)].join('\n')], name, {
    type: 'text/csv',
  });
}

/** Accepts every batch; IMEIs that end in an odd digit are found. */
function batchHandlers(more: FakeHandlers = {}): FakeHandlers {
  const isFound = ({ imei }: { readonly imei: string }): boolean => Number(imei.at(-1)) % 2 === 1;
  const done = () => ({ status: 'success' as const, message: 'done' });
  return {
    copy: done,
    updateCommandOnServer: done,
    updateStatusOnServer: done,
    getImeiDetails: (body) => ({ status: 'success', message: isFound(body) ? 'found' : 'not found' }),
    adminLockNotification: (body) => {
      if (isFound(body)) return done();
      throw new FakeFailure({ message: 'Device is not registered.' });
    },
    ...more,
  };
}

interface OpenBatchOptions extends RenderScreenOptions {
  readonly store?: BatchStore | undefined;
  /** Identifies the login: rows stored by one login do not open for another (D15). */
  readonly vaultSession?: string | undefined;
  readonly variant?: CommandVariant | undefined;
  /** Rendered beside the screen at every address. */
  readonly beside?: ReactNode;
}

/** Like the host: every screen of the remote at its address. */
function Screens() {
  return (
    <Routes>
      {commandScreens.map(({ id, path, command: { form } }) => (
        <Route
          key={id}
          path={`/${path}`}
          element={form === 'notification' ? <NotificationScreen screenId={id} /> : <CommandScreen screenId={id} />}
        />
      ))}
      <Route path="*" element={null} />
    </Routes>
  );
}

/** A command's screen over a server that accepts batches, with a real batch manager; and the operator's actions. */
export async function openBatch(command: Command, options: OpenBatchOptions = {}) {
  const {
    store = memoryStore(),
    vaultSession = 'this login',
    variant = command.variants[0],
    beside,
    handlers,
    ...others
  } = options;
  // By default a server that recognises a repetition (D2).
  const config = { idempotent: true, ...options.config };
  const managers = held<BatchManager>();
  const manager = managers.promise;
  const Page = (): ReactNode => (
    <>
      <Screens />
      {beside}
    </>
  );
  const rendered = await renderScreen(Page, {
    address: `/${command.screen}`,
    path: '/*',
    handlers: batchHandlers(handlers),
    loadBatches: () => manager,
    session: senderOf(command),
    ...others,
    config,
  });
  const {
    client,
    api: { session },
  } = rendered;
  await act(async () => managers.give(memoryBatches(client, session.email, store, vaultSession, config.idempotent)));
  await waitFor(() => expect(screen.queryByText('Looking for an unfinished batch')).not.toBeInTheDocument());
  const { user } = rendered;
  const chooseVariant = async (): Promise<void> => {
    if (!variant.choice) return;
    const card = within(await batchCard());
    await user.selectOptions(card.getByRole('combobox'), variant.choice.value);
  };
  const choose = async (file: File): Promise<void> => {
    await chooseVariant();
    await user.upload(fileField(), file);
    await screen.findByText('Reading time');
  };
  const start = (): Promise<void> => user.click(startButton());
  const run = async (file: File): Promise<void> => {
    await choose(file);
    await start();
    await screen.findByText(/^The batch (is complete|has ended)\./);
    // The card of unfinished batches has asked before: its answer is drawn within this.
    await act(async () => void (await (await manager).runnerFor(session.email, command).archived()));
  };
  return { ...rendered, choose, chooseVariant, start, run };
}
