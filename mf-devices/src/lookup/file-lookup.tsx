import { useCallback, type ReactNode } from 'react';
import { browserClock } from '@device-console/shared-lib/batch';
import { calls } from '@device-console/shared-lib/contract';
import { formatCount, useConsole } from '@device-console/shared-lib/console';
import { fileLimitsOf, pastedListFile, readImeiCsv, type ImeiFile } from '@device-console/shared-lib/csv';
import { FileDetails, FileFaults, ImeiFilePicker, useFileReading } from '@device-console/shared-lib/imei-file';
import { Actions, Button, Card, FileDropArea } from '@device-console/shared-lib/ui';
import { LookupPanel } from './lookup-panel.tsx';
import { useLookupRun } from './lookup-registry.ts';
import type { LookupOptions } from './lookup-state.ts';
import { t } from '../t.ts';

interface FileLookupProps {
  /** Under which its results are kept while the operator is on other screens. */
  readonly screenId: string;
  readonly take: LookupOptions['take'];
}

/** Looks up every device of a CSV file: all devices of each IMEI (L2), or the first alone (L5). */
export function FileLookup({ screenId, take }: FileLookupProps): ReactNode {
  const { api } = useConsole();
  const { run, start, clear } = useLookupRun(screenId);
  const begin = useCallback(
    ({ name, rows }: ImeiFile) =>
      start({
        fileName: name,
        imeis: rows,
        take,
        clock: browserClock,
        ask: async (imei, signal) => (await api.call(calls.deviceDetails, { imei }, { signal })).items,
      }),
    [api, start, take],
  );
  if (run) return <LookupPanel run={run} onClear={clear} />;
  return <ChooseFile onStart={begin} />;
}

/** A file before its devices are looked up: what is wrong with it, and the way on (B1 to B4, D10, D13, D14). */
function ChooseFile({ onStart }: { readonly onStart: (file: ImeiFile) => void }): ReactNode {
  const { backend } = useConsole().config;
  const reading = useFileReading(readImeiCsv, fileLimitsOf(backend, 'lookup'));
  const file = reading.state.status === 'read' ? reading.state.file : null;
  return (
    <FileDropArea onText={(text) => void reading.choose(pastedListFile(text))}>
      <Card title={t('Many devices (CSV)')}>
        <ImeiFilePicker
          reading={reading}
          isDiagnosed
          takesList
          failureTitle={t('An error occurred while processing the uploaded file.')}
        />
        {file && (
          <>
            <FileDetails file={file} />
            <FileFaults file={file} isDiagnosed purpose={t('looked up')} />
            <Actions>
              <Button variant="primary" onPress={() => onStart(file)}>
                {startLabel(file)}
              </Button>
            </Actions>
          </>
        )}
      </Card>
    </FileDropArea>
  );
}

function startLabel({ errors, rows }: ImeiFile): string {
  const count = formatCount(rows.length);
  return errors.length > 0
    ? t('Continue with {count} valid', { count })
    : t('{count, plural, one {Look up {count} device} other {Look up {count} devices}}', { count });
}
