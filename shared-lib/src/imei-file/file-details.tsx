import type { ReactNode } from 'react';
import { formatCount } from '../console/index.ts';
import type { ImeiFileTotals, WorkbookSource } from '../csv/index.ts';
import { DefinitionList, type Definition } from '../ui/chart/index.ts';
import { formatKilobytes } from './file-field.tsx';
import { tableName } from './workbook-tables.tsx';
import { t } from '../i18n/own.ts';

interface ReadFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly readingTimeMs: number;
  readonly totals?: ImeiFileTotals | undefined;
  readonly workbook?: WorkbookSource | undefined;
}

/** Size and reading time of a file, for a list that has its name already (B4). */
export function sizeAndReadingTime(file: Pick<ReadFile, 'sizeBytes' | 'readingTimeMs'>): readonly Definition[] {
  const { sizeBytes, readingTimeMs } = file;
  return [
    { term: t('Size'), value: `${formatKilobytes(sizeBytes)} KB` },
    { term: t('Reading time'), value: `${Math.round(readingTimeMs)} ms` },
  ];
}

function placeAndRows({ workbook, totals }: ReadFile): readonly Definition[] {
  const table = workbook?.tables[workbook.read];
  if (!table) return [];
  return [
    { term: t('Read from'), value: tableName(table) },
    ...(totals ? [{ term: t('Rows'), value: formatCount(totals.total) }] : []),
  ];
}

/** Name, size and reading time of a file (B4); for a workbook also what was read. */
export function FileDetails({ file }: { readonly file: ReadFile }): ReactNode {
  return (
    <DefinitionList
      items={[{ term: t('File'), value: file.name }, ...sizeAndReadingTime(file), ...placeAndRows(file)]}
    />
  );
}
