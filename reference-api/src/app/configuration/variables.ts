import * as v from 'valibot';
import { joined } from '../modules.ts';
import { coreVariables } from './core-variables.ts';
import { policyVariable } from './policy.ts';

export const environmentSchema = v.object({ POLICY: policyVariable, ...coreVariables, ...joined('variables') });

export const variableNames = Object.keys(environmentSchema.entries) as (keyof typeof environmentSchema.entries)[];

export function isSecret(name: keyof typeof environmentSchema.entries): boolean {
  return 'isSecret' in v.getMetadata(environmentSchema.entries[name]);
}
