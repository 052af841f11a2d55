import leven from 'leven';
import * as v from 'valibot';
import { joined } from '../modules.ts';
import { coreVariables } from './core-variables.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { ofFile, readPrivateFile } from '../../core/configuration/private-file.ts';

/** What the hardened policy adds to the specification: a value for each variable that is not set. */
export const hardened = {
  SESSION_IDLE_MINUTES: '30',
  SESSIONS_PER_ACCOUNT: '5',
  FIRST_PASSWORD_DAYS: '7',
  API_KEY_DAYS: '90',
  LOGOUT_REVOKES_KEYS: 'on',
  STEP_UP: 'on',
  SECOND_FACTOR: 'SUPERADMIN=required, ADMIN=required',
} as const;

/** Variables that are set win over the policy. */
export function withPolicy(env: Environment): Environment {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  return env['POLICY'] === 'hardened' ? { ...env, ...hardened, ...set } : env;
}

export const environmentSchema = v.object({ ...coreVariables, ...joined('variables') });

export const variableNames = Object.keys(environmentSchema.entries) as (keyof typeof environmentSchema.entries)[];

export function isSecret(name: keyof typeof environmentSchema.entries): boolean {
  return 'isSecret' in v.getMetadata(environmentSchema.entries[name]);
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the wanted secrets from the files that `<NAME>_FILE` names; an empty file or file name counts as not set. */
export function withSecretFiles(env: Environment, wanted: readonly string[]): Environment {
  const found = variableNames.flatMap((secret) => {
    const variable = `${secret}_FILE`;
    const path = env[variable];
    if (!wanted.includes(secret) || !(variable in environmentSchema.entries) || !path) return [];
    if (env[secret]) throw new ConfigurationError(`${secret} and ${variable} are both set. Take one of them away.`);
    return [[secret, ofFile(variable, path, readPrivateFile).trim()] as const];
  });
  return { ...env, ...Object.fromEntries(found) };
}

/** Shorter names resemble each other by chance. */
const SHORTEST = 6;
const MOST_SLIPS = 2;

/** Refuses variables that nearly match one of the API's: their setting would silently have no effect. */
export function refuseMisspelt(env: Environment): void {
  const known: ReadonlySet<string> = new Set(variableNames);
  const faults = Object.keys(env).flatMap((name) => {
    if (known.has(name) || name.length < SHORTEST || env[name] === undefined) return [];
    const meant = variableNames.find(
      (right) => right.length >= SHORTEST && leven(name.toUpperCase(), right) <= MOST_SLIPS,
    );
    return meant === undefined ? [] : [`${name} is no variable of the API, and nearly ${meant}. Correct its name.`];
  });
  if (faults.length > 0) throw new ConfigurationError(faults.join('\n'));
}
