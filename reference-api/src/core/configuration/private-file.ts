import { readFileSync, statSync } from 'node:fs';
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

/** Throws ConfigurationError, whose message begins with the variable that names the file. */
export function ofFile<Result>(variable: string, path: string, read: (path: string) => Result): Result {
  try {
    return read(path);
  } catch (error) {
    throw new ConfigurationError(`${variable}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
