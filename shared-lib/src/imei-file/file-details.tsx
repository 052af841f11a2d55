import type { ReactNode } from 'react';
import { DefinitionList, formatKilobytes, type Definition } from '../ui/index.ts';
import { messages } from './messages.ts';

interface ReadFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly readingTimeMs: number;
}

/** Size and reading time of a file, for a list that names it already (B4). */
export function sizeAndReadingTime({ sizeBytes, readingTimeMs }: Omit<ReadFile, 'name'>): readonly Definition[] {
  return [
    { term: messages.size, value: `${formatKilobytes(sizeBytes)} KB` },
    { term: messages.readingTime, value: `${Math.round(readingTimeMs)} ms` },
  ];
}

/** Name, size and reading time of a file (B4). */
export function FileDetails({ file }: { readonly file: ReadFile }): ReactNode {
  return <DefinitionList items={[{ term: messages.file, value: file.name }, ...sizeAndReadingTime(file)]} />;
}
