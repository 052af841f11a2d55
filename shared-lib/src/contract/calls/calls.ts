import { accountCalls } from './account-calls.ts';
import { batchCalls } from './batch-calls.ts';
import { commandCalls } from './command-calls.ts';
import { deviceCalls } from './device-calls.ts';
import { factorCalls } from './factor-calls.ts';
import { operationsCalls } from './operations-calls.ts';
import { reportCalls } from './report-calls.ts';
import { sessionCalls } from './session-calls.ts';

/** Every call except the bulk copies, which `copyCall` gives. Those beyond the specification say so by `beyond`. */
export const calls: typeof sessionCalls &
  typeof deviceCalls &
  typeof commandCalls &
  typeof batchCalls &
  typeof reportCalls &
  typeof operationsCalls &
  typeof accountCalls &
  typeof factorCalls = {
  ...sessionCalls,
  ...deviceCalls,
  ...commandCalls,
  ...batchCalls,
  ...reportCalls,
  ...operationsCalls,
  ...accountCalls,
  ...factorCalls,
};

export type CallName = keyof typeof calls;
