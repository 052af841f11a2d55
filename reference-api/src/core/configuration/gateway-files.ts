import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { ConfigurationError } from '../errors/expected-errors.ts';
import type { GatewayCredentials } from '../gateway/provider-client.ts';
import { readPrivateFile } from './private-file.ts';

const file = v.pipe(v.string(), v.minLength(1));

const CREDENTIALS_HELP =
  'must hold {"bearer": "…"}, without spaces in it, or {"certificate": "<file>", "key": "<file>"} with an ' +
  '"authority" where the provider has its own.';

const credentialsFile = v.union([
  v.strictObject({ bearer: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)) }),
  v.strictObject({ certificate: file, key: file, authority: v.optional(file) }),
]);

/** Parses a file's JSON; an error does not repeat its contents. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readPrivateFile(path)) as unknown;
  } catch (error) {
    throw new ConfigurationError(
      error instanceof SyntaxError ? `${path} is not JSON.` : error instanceof Error ? error.message : String(error),
      { cause: error },
    );
  }
}

/** Reads the credentials in DEVICE_GATEWAY_CREDENTIALS_FILE; file names in it are relative to its folder. */
export function readCredentials(path: string): GatewayCredentials {
  const read = v.safeParse(credentialsFile, readJson(path));
  if (!read.success) throw new ConfigurationError(`${path} ${CREDENTIALS_HELP}`);
  if ('bearer' in read.output) return { bearer: read.output.bearer };
  const text = (name: string) => {
    try {
      return readPrivateFile(resolve(dirname(path), name));
    } catch (error) {
      throw new ConfigurationError(`${path}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  };
  const { certificate, key, authority } = read.output;
  return { certificate: text(certificate), key: text(key), ...(authority ? { authority: text(authority) } : {}) };
}

/** A signing secret by the convention of Standard Webhooks: 24 to 64 bytes of base64. */
export const signingSecret = v.pipe(v.string(), v.regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/));

const secretsFile = v.pipe(v.array(signingSecret), v.minLength(1), v.maxLength(10));

/** Reads the secrets that sign callbacks: a JSON list of `whsec_…`, newest first. */
export function readCallbackSecrets(path: string): readonly string[] {
  const read = v.safeParse(secretsFile, readJson(path));
  if (!read.success)
    throw new ConfigurationError(
      `${path} must hold a list of 1 to 10 secrets, each whsec_ and 24 to 64 bytes of base64.`,
    );
  return read.output;
}
