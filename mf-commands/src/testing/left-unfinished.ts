import { screen, waitFor } from '@testing-library/react';
import type { BatchStore } from '@device-console/shared-lib/batch';
import type { Command } from '@device-console/shared-lib/contract';
import { csvFile, openBatch } from './open-batch.tsx';
import { memoryStore } from '@device-console/shared-lib/testing';

export const FIRST = '490154203237511';
export const SECOND = '004999010640000';
export const THIRD = '490154203237513';

/** Three devices; the page was closed after the first. */
export async function leftUnfinished(command: Command): Promise<BatchStore> {
  const store = memoryStore();
  const answers = { count: 0 };
  const once = (): { status: 'success'; message: string } | Promise<never> => {
    answers.count += 1;
    return answers.count === 1 ? { status: 'success', message: 'found' } : new Promise<never>(() => undefined);
  };
  const page = await openBatch(command, { store, handlers: { getImeiDetails: once, adminLockNotification: once } });
  await page.choose(csvFile([FIRST, SECOND, THIRD], 'left.csv'));
  await page.start();
  expect(await screen.findByText('Please Wait while we are executing this batch')).toBeInTheDocument();
  const key = { operator: page.api.session.email, command: command.id };
  await waitFor(async () => expect((await store.load(key))?.progress.lastImei).toBe(FIRST));
  page.unmount();
  return store;
}
