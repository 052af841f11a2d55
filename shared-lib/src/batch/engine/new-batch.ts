import { cleanText, type Command, type CommandVariant } from '../../contract/index.ts';
import type { BatchInput } from './input.ts';
import type { BatchPorts } from './ports.ts';
import type { StoredBatch } from './record.ts';

function variantOf(command: Command, chosen: CommandVariant | undefined): CommandVariant {
  if (chosen) return chosen;
  const [only, ...others] = command.variants;
  if (others.length > 0)
    throw new Error(
      `A batch of ${command.title} needs a choice among ${command.variants.map((row) => row.action).join(', ')}.`,
    );
  return only;
}

/** The upload is a CSV file whatever its source, and servers accept no other name (B1, D10a). */
function copyName(given: string): string {
  const name = cleanText('fileName', given);
  return /\.csv$/i.test(name) ? name : `${name}.csv`;
}

function levelOf(command: Command, variant: CommandVariant): string | undefined {
  if (command.batch?.level === 'default') return 'default';
  return command.batch?.level === 'choice' ? variant.choice?.value : undefined;
}

/** A batch as it is stored before anything is sent (B5, B14, D15). Throws if a required choice is missing. */
export function newStoredBatch(command: Command, operator: string, input: BatchInput, ports: BatchPorts): StoredBatch {
  const variant = variantOf(command, input.variant);
  const level = levelOf(command, variant);
  const { file } = input;
  const fileName = `${variant.filePrefix ?? ''}${copyName(input.name)}`;
  return {
    header: {
      batchId: ports.ids.batchId(),
      operator,
      command: command.id,
      action: variant.action,
      ...(level === undefined ? {} : { level }),
      fileName,
      hasExtras: input.rows.extras !== undefined,
      run: ports.ids.batchId(),
      createdAt: ports.clock.now(),
      totals: input.totals,
      ...(file && { file: { name: input.name, sizeBytes: file.sizeBytes, readingTimeMs: file.readingTimeMs } }),
    },
    progress: { phase: 'uploading', serverFileName: fileName, next: 0, lastImei: '', sending: null, elapsedMs: 0 },
    imeis: input.rows.imeis,
    segments: [],
  };
}
