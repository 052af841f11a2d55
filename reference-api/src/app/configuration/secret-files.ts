import { statSync } from 'node:fs';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { ofFile, readPrivateFile } from '../../core/configuration/private-file.ts';
import { variableNames } from './variables.ts';

/** The variables whose secret may be in a file, by the variable that names the file. */
const secretFiles = {
  SHARED_KEY_FILE: 'SHARED_KEY',
  DATABASE_URL_FILE: 'DATABASE_URL',
  SMTP_URL_FILE: 'SMTP_URL',
  OIDC_CLIENT_SECRET_FILE: 'OIDC_CLIENT_SECRET',
  FACTOR_KEY_FILE: 'FACTOR_KEY',
  WEBHOOKS_FILE: 'WEBHOOKS',
} as const satisfies Partial<Record<(typeof variableNames)[number], (typeof variableNames)[number]>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads secrets from files into the wanted variables; an empty file or file name counts as not set.
 * Throws ConfigurationError if a file cannot be read, or a secret is given twice.
 */
export function withSecretFiles(env: Environment, wanted: readonly string[]): Environment {
  const found = Object.entries(secretFiles).flatMap(([variable, secret]) => {
    const path = env[variable];
    if (path === undefined || path === '' || !wanted.includes(secret)) return [];
    if (env[secret]) throw new ConfigurationError(`${secret} and ${variable} are both set. Take one of them away.`);
    return [[secret, ofFile(variable, path, readPrivateFile).trim()] as const];
  });
  return { ...env, ...Object.fromEntries(found) };
}

const READABLE_BY_ALL = 0o004;

function isReadableByAll(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & READABLE_BY_ALL) !== 0;
}

/** Lists the files of secrets that every user of the computer may read: some platforms provide them like that. */
export function filesReadableByAll(env: Environment): readonly string[] {
  return variableNames.flatMap((variable) => {
    const path = env[variable];
    if (!variable.endsWith('_FILE') || path === undefined || path === '' || !isReadableByAll(path)) return [];
    return [`${variable}: ${path} may be read by every user of this computer. To end that: chmod o-r ${path}`];
  });
}
