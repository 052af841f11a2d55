import * as v from 'valibot';
import { coreVariables } from './core-variables.ts';
import { approvals } from '../../modules/approvals/index.ts';
import { budgets } from '../../modules/budgets/index.ts';
import { demo } from '../../modules/demo/index.ts';
import { metrics } from '../../modules/metrics/index.ts';
import { providerCallbacks } from '../../modules/provider-callbacks/index.ts';
import { retention } from '../../modules/retention/index.ts';
import { secondFactors } from '../../modules/second-factors/index.ts';
import { singleSignOn } from '../../modules/single-sign-on/index.ts';
import { teamServices } from '../../modules/team-services/index.ts';
import { telemetry } from '../../modules/telemetry/index.ts';
import { uploadQuotas } from '../../modules/upload-quotas/index.ts';
import { policyVariable } from './policy.ts';

export const environmentSchema = v.object({
  POLICY: policyVariable,
  ...coreVariables,
  ...providerCallbacks.variables,
  ...retention.variables,
  ...uploadQuotas.variables,
  ...demo.variables,
  ...singleSignOn.variables,
  ...secondFactors.variables,
  ...budgets.variables,
  ...approvals.variables,
  ...teamServices.variables,
  ...telemetry.variables,
  ...metrics.variables,
});

export const variableNames = Object.keys(environmentSchema.entries) as (keyof typeof environmentSchema.entries)[];

export function isSecret(name: keyof typeof environmentSchema.entries): boolean {
  return 'isSecret' in v.getMetadata(environmentSchema.entries[name]);
}
