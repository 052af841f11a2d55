import { approvals } from '../modules/approvals/index.ts';
import { budgets } from '../modules/budgets/index.ts';
import { containment } from '../modules/containment/index.ts';
import { operations } from '../modules/operations/index.ts';
import { telemetry } from '../modules/telemetry/index.ts';
import type { AnonymousServices, Services } from '../services/context.ts';
import { coreAnonymousServices, coreServices } from '../services/index.ts';

/** What each call without a token does. A call of the contract that stands in neither table does not compile. */
export const anonymousServices: AnonymousServices = coreAnonymousServices;

/** What each call with a token does. */
export const services: Services = {
  ...coreServices,
  ...approvals.services,
  ...budgets.services,
  ...containment.services,
  ...operations.services,
  ...telemetry.services,
};
