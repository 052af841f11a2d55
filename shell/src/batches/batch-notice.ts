// Apart from other-tabs.ts, which the login page loads: it needs no table of commands.
import * as v from 'valibot';
import { commandList } from '@device-console/shared-lib/contract';

/** A message from another tab, which may run another release. */
const batchNotice = v.object({
  id: v.string(),
  operator: v.string(),
  command: v.picklist(commandList.map(({ id }) => id)),
  /** Milliseconds since the epoch. */
  at: v.number(),
  kind: v.picklist(['finished', 'failed', 'paused']),
  found: v.number(),
  notFound: v.number(),
  /** Why it failed or is paused; else ''. */
  message: v.string(),
});

export type BatchNotice = v.InferOutput<typeof batchNotice>;

export const isBatchNotice = (message: unknown): message is BatchNotice => v.is(batchNotice, message);
