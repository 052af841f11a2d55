import { useEffect, type ReactNode } from 'react';
import { failureNotice, formatCount, useQuery } from '../console/index.ts';
import { pageClock } from '../async/index.ts';
import { validRowsFile, type IncorrectRow, type RowList } from '../csv/index.ts';
import { Button, DefinitionList, Notice, Spinner, Stack } from '../ui/index.ts';
import { correctedImeis, diagnoseRows, type FileDiagnosis } from './file-diagnosis.ts';
import { messages } from './messages.ts';
import { saveCsv } from './save-csv.ts';

const CORRECTED_FILE = 'corrected.csv';

interface DiagnosisReportProps {
  readonly errors: RowList<IncorrectRow>;
  readonly validRows: Float64Array;
}

const diagnose = (errors: RowList<IncorrectRow>, signal: AbortSignal): Promise<FileDiagnosis | null> =>
  diagnoseRows(errors, pageClock, () => signal.aborted);

/** What the invalid rows of a file are, and a corrected file where nothing of them is lost (B3, D10). */
export function DiagnosisReport({ errors, validRows }: DiagnosisReportProps): ReactNode {
  const { state, ask } = useQuery(diagnose);
  useEffect(() => ask(errors), [ask, errors]);
  if (state.status === 'failed') return <Notice tone="danger" {...failureNotice(state.error)} />;
  const diagnosis = state.status === 'ready' ? state.last : null;
  if (diagnosis === null) return <Spinner label={messages.diagnosing} />;
  if (diagnosis.kind === 'nothing-to-say') return null;
  return (
    <section aria-label={messages.diagnosis}>
      <Stack gap="small">
        <DefinitionList
          items={diagnosis.findings.map(({ fault, count, firstLine }) => ({
            term: messages.findings[fault],
            value: messages.findingRows(formatCount(count), formatCount(firstLine)),
          }))}
        />
        {diagnosis.kind === 'lost' ? (
          <Notice tone="warning">{messages.notMendable}</Notice>
        ) : (
          <Notice
            tone="info"
            actions={
              <Button
                onPress={() => void saveCsv(CORRECTED_FILE, validRowsFile(correctedImeis(validRows, diagnosis.imeis)))}
              >
                {messages.downloadCorrected}
              </Button>
            }
          >
            {messages.mendable}
          </Notice>
        )}
      </Stack>
    </section>
  );
}
