import { appendFile, readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { ChainFault } from './sealer.ts';

export const HEADS_FILE = 'audit-heads.jsonl';

const head = v.object({
  at: v.string(),
  sequence: v.pipe(v.number(), v.safeInteger()),
  hash: v.string(),
  /** The epoch of the deployment, which a restored backup changes. */
  epoch: v.optional(v.string(), ''),
});

export type WrittenHead = v.InferOutput<typeof head>;

/** Appends a head to a file; it is on the disk when this resolves. */
export async function appendHead(file: string, written: WrittenHead): Promise<void> {
  await appendFile(file, `${JSON.stringify(written)}\n`, { mode: 0o600, flush: true });
}

/** Reads the heads in a file. Throws ConfigurationError for an invalid file or line. */
export async function readHeads(file: string): Promise<readonly WrittenHead[]> {
  const content = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ConfigurationError(`The heads in ${file} cannot be read.`, { cause });
  });
  return content.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), head), line);
    if (!read.success) throw new ConfigurationError(`Line ${index + 1} of ${file} is no head of the audit.`);
    return [read.output];
  });
}

/** Heads to compare a chain with. After a restore, those of other epochs that do not match are passed over. */
export interface HeadList {
  readonly heads: readonly WrittenHead[];
  readonly epoch: string;
  readonly restored: boolean;
}

export const noHeads: HeadList = { heads: [], epoch: '', restored: false };

/**
 * Compares heads with the hashes of their seals; `first` and `last` are the seals that there are. Returns how many fit,
 * and how many could not be compared. Throws ChainFault if the chain was written anew or cut off.
 */
export function compareHeads(
  { heads, epoch, restored }: HeadList,
  hashes: ReadonlyMap<number, string>,
  { first, last }: { readonly first: number; readonly last: number },
) {
  const counts = { fitting: 0, passedOver: 0 };
  for (const { at, sequence, hash, epoch: written } of heads) {
    if (hashes.get(sequence) === hash) {
      counts.fitting += 1;
    } else if (!hashes.has(sequence) && sequence < first) {
      counts.passedOver += 1;
    } else if (restored && written !== epoch) {
      counts.passedOver += 1;
    } else {
      throw new ChainFault(
        sequence > last
          ? `The chain was cut off: it ends with the seal ${last}, and the head of ${at} is of the seal ${sequence}.`
          : `The chain was rewritten: the head of ${at} has another hash of the seal ${sequence}, or of one before it.`,
      );
    }
  }
  return counts;
}
