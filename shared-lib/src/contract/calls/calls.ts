import { accountCalls } from './account-calls.ts';
import { administrationCalls } from './administration-calls.ts';
import { approvalCalls } from './approval-calls.ts';
import { batchCalls } from './batch-calls.ts';
import { batchRunCalls } from './batch-run-calls.ts';
import { budgetCalls } from './budget-calls.ts';
import { commandCalls } from './command-calls.ts';
import { deviceCalls } from './device-calls.ts';
import { deviceListCalls } from './device-list-calls.ts';
import { factorCalls } from './factor-calls.ts';
import { keyCalls } from './key-calls.ts';
import { operationsCalls } from './operations-calls.ts';
import { overviewCalls } from './overview-calls.ts';
import { platformCalls } from './platform-calls.ts';
import { reportCalls } from './report-calls.ts';
import { sessionCalls } from './session-calls.ts';

/**
 * Every call except the bulk copies, which `copyCall` gives. Beyond the specification are `batchRuns` and the calls of
 * batch-run-calls.ts, operations-calls.ts, account-calls.ts, factor-calls.ts, budget-calls.ts and approval-calls.ts,
 * `beginSignIn`, `signInByCode`, `revokeKeys`, `homeOverview`, `deviceList`, `operatorAudit`, `platformReport` and
 * `platformFigures`.
 */
export const calls: typeof sessionCalls &
  typeof deviceCalls &
  typeof deviceListCalls &
  typeof commandCalls &
  typeof batchCalls &
  typeof batchRunCalls &
  typeof reportCalls &
  typeof overviewCalls &
  typeof operationsCalls &
  typeof platformCalls &
  typeof administrationCalls &
  typeof keyCalls &
  typeof accountCalls &
  typeof factorCalls &
  typeof budgetCalls &
  typeof approvalCalls = {
  ...sessionCalls,
  ...deviceCalls,
  ...deviceListCalls,
  ...commandCalls,
  ...batchCalls,
  ...batchRunCalls,
  ...reportCalls,
  ...overviewCalls,
  ...operationsCalls,
  ...platformCalls,
  ...administrationCalls,
  ...keyCalls,
  ...accountCalls,
  ...factorCalls,
  ...budgetCalls,
  ...approvalCalls,
};

export type CallName = keyof typeof calls;
