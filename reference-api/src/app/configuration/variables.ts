import * as v from 'valibot';
import { factorKeys, factorPolicies } from '../../configuration/identity-settings.ts';
import { signOnVariables } from '../../configuration/sign-on-variables.ts';
import { numeric, onOrOff, optional, secretFile, type VariableDocument } from '../../configuration/variable-readers.ts';
import { coreVariables } from '../../configuration/variables.ts';
import { approvals } from '../../modules/approvals/index.ts';
import { budgets } from '../../modules/budgets/index.ts';
import { demo } from '../../modules/demo/index.ts';
import { metrics } from '../../modules/metrics/index.ts';
import { telemetry } from '../../modules/telemetry/index.ts';
import { policyVariable } from './policy.ts';

/** The environment of the API: how each variable is read, and what the table in its README says of it. */
export const environmentSchema = v.object({
  POLICY: policyVariable,
  ...coreVariables,
  ...demo.variables,
  ...signOnVariables,
  SECOND_FACTOR: optional(
    'off, and `offered` in the demo',
    '`off`, `offered`, `required`, or a list of role=policy',
    'whether accounts use second factors, as `SUPERADMIN=required, ADMIN=offered`; roles that are not named do not. ' +
      'See [operations.md](../docs/operations.md#second-factors)',
    factorPolicies,
  ),
  FACTOR_KEY: optional(
    'none: needed where `SECOND_FACTOR` is not off, outside the demo',
    'list of texts of at least 32 characters',
    'what the seeds of authenticator apps are sealed with in the database: the first seals, all of them open',
    factorKeys,
    true,
  ),
  FACTOR_KEY_FILE: secretFile('FACTOR_KEY'),
  STEP_UP: onOrOff(
    'whether what matters most asks for a proof of identity that is older than five minutes; see ' +
      '[operations.md](../docs/operations.md#second-factors)',
  ),
  STEP_UP_ROWS: numeric(100, 0, 1_000_000, 'rows above which a batch of any command asks for that proof'),
  ...budgets.variables,
  ...approvals.variables,
  ...telemetry.variables,
  ...metrics.variables,
});

/** Names of the variables. */
export const variableNames = Object.keys(environmentSchema.entries) as (keyof typeof environmentSchema.entries)[];

/** Returns what the documents say of a variable. */
export function documentOf(name: keyof typeof environmentSchema.entries): VariableDocument {
  return v.getMetadata(environmentSchema.entries[name]);
}
