import * as v from 'valibot';
import type { VariableDocument } from '../../core/configuration/variable-readers.ts';
import { coreVariables } from '../../core/configuration/variables.ts';
import { approvals } from '../../modules/approvals/index.ts';
import { budgets } from '../../modules/budgets/index.ts';
import { demo } from '../../modules/demo/index.ts';
import { metrics } from '../../modules/metrics/index.ts';
import { secondFactors } from '../../modules/second-factors/index.ts';
import { singleSignOn } from '../../modules/single-sign-on/index.ts';
import { teamServices } from '../../modules/team-services/index.ts';
import { telemetry } from '../../modules/telemetry/index.ts';
import { policyVariable } from './policy.ts';

/** The environment of the API: how each variable is read, and what the table in its README says of it. */
export const environmentSchema = v.object({
  POLICY: policyVariable,
  ...coreVariables,
  ...demo.variables,
  ...singleSignOn.variables,
  ...secondFactors.variables,
  ...budgets.variables,
  ...approvals.variables,
  ...teamServices.variables,
  ...telemetry.variables,
  ...metrics.variables,
});

/** Names of the variables. */
export const variableNames = Object.keys(environmentSchema.entries) as (keyof typeof environmentSchema.entries)[];

/** Returns what the documents say of a variable. */
export function documentOf(name: keyof typeof environmentSchema.entries): VariableDocument {
  return v.getMetadata(environmentSchema.entries[name]);
}
