import { isNativeError } from 'node:util/types';
import { readFileSync, statSync } from 'node:fs';
import * as v from 'valibot';
import { ConfigurationError } from '../errors/expected-errors.ts';

const WRITABLE_BY_ALL = 0o002;

/** Throws ConfigurationError for a file that every user of the computer may write: anybody could have written it. */
export function requirePrivate(path: string): void {
  const { mode } = statSync(path);
  if ((mode & WRITABLE_BY_ALL) !== 0)
    throw new ConfigurationError(
      `${path} may be written by every user of this computer. Check what stands in it, then run: chmod o-w ${path}`,
    );
}

/** Throws if it cannot be read, and like {@link requirePrivate}. */
export function readPrivateFile(path: string): string {
  requirePrivate(path);
  return readFileSync(path, 'utf8');
}

/** Throws ConfigurationError, whose message begins with `place`: the variable that names a file, or another file. */
export function ofFile<Result>(place: string, path: string, read: (path: string) => Result): Result {
  try {
    return read(path);
  } catch (error) {
    throw new ConfigurationError(`${place}: ${isNativeError(error) ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/**
 * Reads a JSON file of secrets. Its ConfigurationError never quotes the file: `help` says what must stand in it, from
 * the first fault.
 */
export function readSecrets<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  help: (fault: v.InferIssue<Schema>) => string,
): v.InferOutput<Schema> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(undefined, 'is not JSON.'), schema), readPrivateFile(path));
  if (read.success) return read.output;
  const [fault] = read.issues;
  throw new ConfigurationError(`${path} ${fault.type === 'parse_json' ? fault.message : help(fault)}`);
}

/** Signs requests by the convention of Standard Webhooks: 24 to 64 bytes of base64. */
export const signingSecret = v.pipe(v.string(), v.regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/));

/** Checks a file at the start, where it must be valid; the returned function reads it again at each call. */
export function readAnew<Result>(
  variable: string,
  file: string | undefined,
  read: (path: string) => Result,
): (() => Result) | undefined {
  if (file === undefined) return undefined;
  ofFile(variable, file, read);
  return () => read(file);
}

/**
 * The current content of a file of secrets, or the last one that could be read. A file damaged while the server runs
 * stops nothing; it raises one alarm until it can be read again. Throws if the first read fails.
 */
export function lastGood<Value>(read: () => Value, raise: (kind: 'secrets', error: unknown) => void): () => Value {
  let last = read();
  let isBroken = false;
  return () => {
    try {
      last = read();
      isBroken = false;
    } catch (error) {
      if (!isBroken) raise('secrets', error);
      isBroken = true;
    }
    return last;
  };
}
