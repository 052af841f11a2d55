import * as v from 'valibot';
import { ConfigurationError } from '../errors/expected-errors.ts';
import { readPrivateFile } from './private-file.ts';

/** Its errors do not quote the file. */
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

/** Signs requests by the convention of Standard Webhooks: 24 to 64 bytes of base64. */
export const signingSecret = v.pipe(v.string(), v.regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/));
