import { useCallback, useState, type ReactNode, useEffect } from 'react';
import { type SavedBatch, type Undecided, FILE_NEEDED } from '@device-console/shared-lib/batch';
import { imeiDataCsv, processedFileName, type ImeiFile } from '@device-console/shared-lib/csv';
import { formatCount, useConsole, failureText, useQuery } from '@device-console/shared-lib/console';
import { Actions, Button, Card, Digits, Notice, Spinner } from '@device-console/shared-lib/ui';
import { DefinitionList } from '@device-console/shared-lib/ui/chart';
import { saveCsv, sizeAndReadingTime, ImeiFilePicker, useFileReading } from '@device-console/shared-lib/imei-file';
import { subjectOf, undecidedTexts } from './batch-under-way.tsx';
import { LeftOutRows } from './batch-ended.tsx';
import { DownloadResults } from './download-results.tsx';
import type { BatchSubject } from './batch-subject.ts';
import { useResumeAsked } from './use-handed-over.ts';
import { t } from '../t.ts';

interface FileAgainProps {
  readonly subject: BatchSubject;
  readonly fileName: string;
  /** Null as soon as another is chosen. */
  readonly onRead: (file: ImeiFile | null) => void;
}

/** The rows of an unfinished batch with personal data: stored by this session, else from the file (D15). */
function FileAgain({ subject: { kind, runner }, fileName, onRead }: FileAgainProps): ReactNode {
  const reading = useFileReading(kind.read);
  const { state, choose } = reading;
  const { state: keeping, ask: look } = useQuery(
    useCallback(
      async (_input: null, signal: AbortSignal) => {
        const pieces = await runner.keptRows();
        const file = pieces && (await choose(new File([...pieces], fileName, { type: 'text/csv' })));
        if (file && !signal.aborted) onRead(file);
        return file;
      },
      [runner, choose, fileName, onRead],
    ),
  );
  useEffect(() => look(null), [look]);

  if (keeping.status === 'idle' || keeping.status === 'loading')
    return <Spinner label={t('Looking for the rows of this batch')} />;
  if (keeping.last)
    return (
      <Notice tone="info">
        {t(
          'The names and amounts of this batch are kept, encrypted, until this login ends. Press Process to ' +
            'continue.',
        )}
      </Notice>
    );
  return (
    <>
      {keeping.status === 'failed' && (
        <Notice tone="warning">
          {t('The names and amounts that were kept cannot be read. {why}', { why: failureText(keeping.error) })}
        </Notice>
      )}
      <ImeiFilePicker
        reading={reading}
        label={t('The same CSV file')}
        description={FILE_NEEDED}
        isDiagnosed={kind.holdsOnlyImeis}
        onRead={onRead}
      />
      {state.status === 'read' && (
        <Notice tone="info">{t('{name} has been read. Press Process to continue.', { name: state.file.name })}</Notice>
      )}
    </>
  );
}

interface ResumeCardProps {
  readonly subject: BatchSubject;
  readonly saved: SavedBatch;
}

/** An unfinished batch on return: process it, cancel it, or start a new one (B10 to B12, D14). */
export function ResumeCard({ subject, saved }: ResumeCardProps): ReactNode {
  const { config } = useConsole();
  const { command, kind, runner } = subject;
  const [file, setFile] = useState<ImeiFile | null>(null);
  const [attempt, setAttempt] = useState(0);
  const process = (): void => {
    if (command.batch?.downloadsProcessed)
      void saveCsv(processedFileName(saved.fileName), imeiDataCsv(saved.results.processed()));
    runner.resume(file ? kind.resumeWith(runner, file, saved, config) : undefined);
    // Do not offer a wrong file again.
    setFile(null);
    setAttempt((count) => count + 1);
  };
  useResumeAsked(command, !saved.needsFile && saved.uncertain === null && saved.problem === '', process);
  return (
    <Card title={t('Incomplete Batch Available')}>
      <DefinitionList
        items={[
          { term: t('File name'), value: saved.fileName },
          ...(saved.file ? sizeAndReadingTime(saved.file) : []),
          { term: t('Last IMEI'), value: saved.lastImei === '' ? '–' : <Digits>{saved.lastImei}</Digits> },
          {
            term: t('Processed'),
            value: t('{done} of {total}', {
              done: formatCount(saved.summary.done),
              total: formatCount(saved.summary.valid),
            }),
          },
        ]}
      />
      {saved.problem !== '' && <Notice tone="danger">{saved.problem}</Notice>}
      {saved.notTold !== '' && (
        <Notice tone="warning">
          {t('This batch could not be reported to the server as unfinished. {why}', { why: saved.notTold })}
        </Notice>
      )}
      {saved.uncertain && <Notice tone="warning">{doubtText(saved.uncertain)}</Notice>}
      {saved.needsFile && <FileAgain key={attempt} subject={subject} fileName={saved.fileName} onRead={setFile} />}
      <Actions>
        <Button variant="primary" onPress={process} isDisabled={saved.needsFile && file === null}>
          {t('Process')}
        </Button>
        {/* Neither asks: the batch stays among the unfinished ones, where it can be resumed. */}
        {command.batch?.mayCancelResume && <Button onPress={() => runner.cancel()}>{t('Cancel')}</Button>}
        <Button onPress={() => runner.newBatch()}>{t('New Batch')}</Button>
        <DownloadResults subject={subject} batch={saved} />
      </Actions>
      <LeftOutRows file={saved.file} totals={saved.summary} />
    </Card>
  );
}

/** What may have been sent when the page closed. It is asked for before it is sent again (D2b). */
function doubtText(uncertain: Undecided): string {
  return uncertain.kind === 'imei'
    ? t('It is not known whether {imei} was sent before the page closed. Check its audit.', {
        imei: subjectOf(uncertain),
      })
    : undecidedTexts[uncertain.kind].title;
}
