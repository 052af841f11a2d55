import * as v from 'valibot';
import { signingSecret, readJson } from '../../core/configuration/json-files.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';

const secretsFile = v.pipe(v.array(signingSecret), v.minLength(1), v.maxLength(10));

/** Reads the secrets that sign callbacks: a JSON list of `whsec_…`, newest first. Throws ConfigurationError. */
export function readCallbackSecrets(path: string): readonly string[] {
  const read = v.safeParse(secretsFile, readJson(path));
  if (!read.success)
    throw new ConfigurationError(
      `${path} must hold a list of 1 to 10 secrets, each whsec_ and 24 to 64 bytes of base64.`,
    );
  return read.output;
}
