import { appendFile, open } from 'node:fs/promises';
import * as v from 'valibot';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';

/** Name of the file of heads in DATA_DIR. */
export const HEADS_FILE = 'audit-heads.jsonl';

const head = v.object({
  at: v.string(),
  sequence: v.pipe(v.number(), v.safeInteger()),
  hash: v.string(),
  /** The epoch of the deployment, which a restored backup changes. */
  epoch: v.optional(v.string(), ''),
});

/** Where the chain ended at a moment: kept elsewhere it proves that nothing of before was changed or cut off (A7). */
export type Head = Omit<v.InferOutput<typeof head>, 'epoch'>;

/** A head as it stands in a file. */
export type WrittenHead = v.InferOutput<typeof head>;

/** Appends a head to a file; it is on the disk when this resolves. */
export async function appendHead(file: string, written: WrittenHead): Promise<void> {
  await appendFile(file, `${JSON.stringify(written)}\n`, { mode: 0o600, flush: true });
}

/** Reads the heads of a file line by line. Throws ConfigurationError for a file or line that is none. */
export async function* readHeads(file: string): AsyncGenerator<WrittenHead> {
  const handle = await open(file).catch((cause: unknown) => {
    throw new ConfigurationError(`The heads in ${file} cannot be read.`, { cause });
  });
  let number = 0;
  for await (const line of handle.readLines()) {
    number += 1;
    if (line.trim() === '') continue;
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), head), line);
    if (!read.success) throw new ConfigurationError(`Line ${number} of ${file} is no head of the audit.`);
    yield read.output;
  }
}
