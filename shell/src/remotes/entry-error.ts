import { EntryError } from '../releases/remote-load-error.ts';

/** The runtime's failures of an entry, by the codes that its messages carry. */
const failures: readonly { readonly sign: RegExp; readonly failure: EntryError['failure'] }[] = [
  { sign: /#RUNTIME-008\b[^]*ScriptExecutionError/, failure: 'threw' },
  { sign: /#RUNTIME-015\b/, failure: 'threw' },
  { sign: /#RUNTIME-008\b/, failure: 'unreachable' },
  { sign: /#RUNTIME-00[12]\b/, failure: 'malformed' },
];

/** What was thrown, of the text in which the runtime wraps it: by a script, or by a container's `init`. */
const thrownTexts = [/ during execution: ([^]*) \(\S+:\d+:\d+\)$/, /Original Error Message:\n ([^]*)$/];

/**
 * The failure of an entry that the federation runtime has thrown, as an {@link EntryError} whose message is for an
 * operator to read; any other error, as of a chunk, as it is.
 */
export function entryErrorOf(error: unknown, url: string): unknown {
  if (!(error instanceof Error)) return error;
  const found = failures.find(({ sign }) => sign.test(error.message));
  if (!found) return error;
  const [thrown = error.message] = thrownTexts.flatMap((text) => text.exec(error.message)?.[1] ?? []);
  const message = {
    threw: thrown,
    unreachable: `${url} could not be loaded`,
    malformed: `${url} left no container`,
  }[found.failure];
  return new EntryError(found.failure, message, { cause: error });
}
