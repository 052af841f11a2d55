import type { ReactNode } from 'react';
import { DefinitionList, formatKilobytes } from '../ui/index.ts';
import { messages } from './messages.ts';

interface ReadFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly readingTimeMs: number;
}

/** Name, size and reading time of a file (B4). */
export function FileDetails({ file }: { readonly file: ReadFile }): ReactNode {
  return (
    <DefinitionList
      items={[
        { term: messages.file, value: file.name },
        { term: messages.size, value: `${formatKilobytes(file.sizeBytes)} KB` },
        { term: messages.readingTime, value: `${Math.round(file.readingTimeMs)} ms` },
      ]}
    />
  );
}
