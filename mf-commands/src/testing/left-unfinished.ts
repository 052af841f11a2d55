import { waitFor } from '@testing-library/react';
import type { BatchStore } from '@device-console/shared-lib/batch';
import type { Command } from '@device-console/shared-lib/contract';
import { memoryStore } from '@device-console/shared-lib/testing';
import { csvFile, openBatch } from './open-batch.tsx';

export const FIRST = '490154203237511';
export const SECOND = '004999010640000';
export const THIRD = '490154203237513';

interface Left {
  /** Default: three devices. */
  readonly file?: File;
  /** Devices with an answer. Default: one. */
  readonly answered?: number;
  /** Starts the batch of the chosen file. */
  readonly start?: (page: Awaited<ReturnType<typeof openBatch>>) => Promise<void>;
}

/** A batch whose page was closed before its devices were all answered. */
export async function leftUnfinished(command: Command, { file, answered = 1, start }: Left = {}): Promise<BatchStore> {
  const store = memoryStore();
  const answers = { count: 0 };
  const some = (): { status: 'success'; message: string } | Promise<never> => {
    answers.count += 1;
    return answers.count <= answered ? { status: 'success', message: 'found' } : new Promise<never>(() => undefined);
  };
  const page = await openBatch(command, { store, handlers: { getImeiDetails: some, adminLockNotification: some } });
  await page.choose(file ?? csvFile([FIRST, SECOND, THIRD], 'left.csv'));
  await (start ? start(page) : page.start());
  const key = { operator: page.api.session.email, command: command.id };
  await waitFor(async () => expect((await store.load(key))?.progress.next).toBe(answered));
  page.unmount();
  return store;
}
