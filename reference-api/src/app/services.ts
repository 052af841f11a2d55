import { approvals } from '../modules/approvals/index.ts';
import { runsOfBatches } from '../modules/batch-runs/index.ts';
import { budgets } from '../modules/budgets/index.ts';
import { changes } from '../modules/changes/index.ts';
import { containment } from '../modules/containment/index.ts';
import { deviceList } from '../modules/device-list/index.ts';
import { operations } from '../modules/operations/index.ts';
import { operatorAudit } from '../modules/operator-audit/index.ts';
import { overview } from '../modules/overview/index.ts';
import { people } from '../modules/people/index.ts';
import { secondFactors } from '../modules/second-factors/index.ts';
import { singleSignOn } from '../modules/single-sign-on/index.ts';
import { telemetry } from '../modules/telemetry/index.ts';
import type { AnonymousServices, Services, ToldLater } from '../core/calls/context.ts';
import { coreAnonymousServices, coreServices, coreToldLater } from '../core/services.ts';

/** What each call without a token does. A call of the contract that is in neither table does not compile. */
export const anonymousServices: AnonymousServices = {
  ...coreAnonymousServices,
  ...people.anonymousServices,
  ...secondFactors.anonymousServices,
  ...singleSignOn.anonymousServices,
};

/** What each call with a token does. */
export const services: Services = {
  ...coreServices,
  ...approvals.services,
  ...runsOfBatches.services,
  ...budgets.services,
  ...changes.services,
  ...containment.services,
  ...deviceList.services,
  ...operations.services,
  ...operatorAudit.services,
  ...overview.services,
  ...people.services,
  ...secondFactors.services,
  ...singleSignOn.services,
  ...telemetry.services,
};

/** The answer to a repeated request whose first answer is not stored (D2). */
export const toldLater: ToldLater = { ...coreToldLater, ...secondFactors.toldLater };
