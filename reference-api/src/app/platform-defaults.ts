import type { Platform } from '../core/calls/context.ts';
import { NOBODY } from '../core/http/authenticate.ts';

type Optional =
  | 'factors'
  | 'singleSignOn'
  | 'explainRefusal'
  | 'letIn'
  | 'commandsCancelled'
  | 'approvalsFor'
  | 'uploadQuotas'
  | 'batchesKeptSince'
  | 'outcomesKeptSince';

/** What the core does where no module does more. */
export const platformDefaults: Pick<Platform, Optional> = {
  factors: {
    areUsedBy: () => false,
    areRequiredOf: () => false,
    accountsWith: () => Promise.resolve(new Set()),
    askAtLogin: () => Promise.resolve(undefined),
    closeLogins: () => Promise.resolve(0),
    requireEnrolled: () => undefined,
    requireProof: () => Promise.resolve(),
  },
  singleSignOn: undefined,
  explainRefusal: () => Promise.resolve({ actor: NOBODY, reason: 'no valid token' }),
  commandsCancelled: () => Promise.resolve(),
  approvalsFor: () => Promise.resolve({ waiting: null, approvals: '' }),
  letIn: () => Promise.reject(new Error('An account is contained, and nothing here can let it in again.')),
  uploadQuotas: { admitFile: () => Promise.resolve(), admitList: () => Promise.resolve() },
  // Everything was kept since the beginning of time.
  batchesKeptSince: () => '',
  outcomesKeptSince: () => '',
};
