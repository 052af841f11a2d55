import { appendFile, open } from 'node:fs/promises';
import * as v from 'valibot';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { ChainFault } from './seal.ts';

export const HEADS_FILE = 'audit-heads.jsonl';

const head = v.object({
  at: v.string(),
  sequence: v.pipe(v.number(), v.safeInteger()),
  hash: v.string(),
  /** The epoch of the deployment, which a restored backup changes. */
  epoch: v.optional(v.string(), ''),
});

/** Where the chain ended at a time. Stored elsewhere, it proves that nothing before it was changed or cut off (A7). */
export type Head = Omit<v.InferOutput<typeof head>, 'epoch'>;

export type WrittenHead = v.InferOutput<typeof head>;

/** Appends a head to a file; it is on the disk when this resolves. */
export async function appendHead(file: string, written: WrittenHead): Promise<void> {
  await appendFile(file, `${JSON.stringify(written)}\n`, { mode: 0o600, flush: true });
}

/** Reads the heads in a file line by line. Throws ConfigurationError for an invalid file or line. */
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

type Place = Pick<Head, 'sequence' | 'hash'>;

export interface HeadList {
  /** Throws ChainFault if a head of this seal has another hash. */
  compare(place: Place): void;
  /** Throws ChainFault if a head is for a seal after the last. Heads for seals up to `removed` are skipped. */
  compareEnd(last: Place, removed: number): void;
  /** How many heads matched, and how many were skipped. */
  readonly counts: { readonly fitting: number; readonly passedOver: number };
}

/** Loads heads. If the deployment was `restored` from a backup, heads of other epochs that do not match are skipped. */
export async function listHeads(
  heads: AsyncIterable<WrittenHead>,
  { epoch, restored }: { readonly epoch: string; readonly restored: boolean },
): Promise<HeadList> {
  const open = new Map<number, WrittenHead[]>();
  for await (const head of heads) open.set(head.sequence, [...(open.get(head.sequence) ?? []), head]);
  const counts = { fitting: 0, passedOver: 0 };
  function refuse(heads: readonly WrittenHead[], text: (head: WrittenHead) => string): void {
    const wrong = heads.find((head) => !restored || head.epoch === epoch);
    if (wrong) throw new ChainFault(text(wrong));
    counts.passedOver += heads.length;
  }
  return {
    counts,
    compare({ sequence, hash }) {
      const written = open.get(sequence) ?? [];
      open.delete(sequence);
      counts.fitting += written.filter((head) => head.hash === hash).length;
      refuse(
        written.filter((head) => head.hash !== hash),
        ({ at }) =>
          `The chain was rewritten: the head of ${at} has another hash of the seal ${sequence}, or of one before it.`,
      );
    },
    compareEnd({ sequence }, removed) {
      const left = [...open.values()].flat();
      counts.passedOver += left.filter((head) => head.sequence <= removed).length;
      refuse(
        left.filter((head) => head.sequence > sequence),
        (head) =>
          `The chain was cut off: it ends with the seal ${sequence}, and the head of ${head.at} is of the seal ` +
          `${head.sequence}.`,
      );
    },
  };
}

export const noHeads: HeadList = {
  compare: () => undefined,
  compareEnd: () => undefined,
  counts: { fitting: 0, passedOver: 0 },
};
