import { useEffect, useState, type ReactNode } from 'react';
import { validRowsFile, type IncorrectRow, type RowList } from '@device-console/shared-lib/csv';
import { formatCount } from '@device-console/shared-lib/console';
import { Button, DefinitionList, Notice, Spinner, Stack } from '@device-console/shared-lib/ui';
import { saveCsv } from '@device-console/shared-lib/imei-file';
import { messages } from '../messages.ts';
import { breathe } from './breathe.ts';
import { correctedImeis, diagnoseRows, type FileDiagnosis } from './file-diagnosis.ts';

const CORRECTED_FILE = 'corrected.csv';

interface DiagnosisReportProps {
  readonly errors: RowList<IncorrectRow>;
  readonly validRows: Float64Array;
}

/** What the invalid rows of a file are, and a corrected file where nothing of them is lost (B3, D10). */
export function DiagnosisReport({ errors, validRows }: DiagnosisReportProps): ReactNode {
  const [diagnosis, setDiagnosis] = useState<FileDiagnosis | null>(null);
  useEffect(() => {
    let wanted = true;
    void diagnoseRows(errors, breathe, () => !wanted).then((answer) => wanted && setDiagnosis(answer));
    return () => {
      wanted = false;
    };
  }, [errors]);
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
              <Button onPress={() => void saveCsv(CORRECTED_FILE, validRowsFile(correctedImeis(validRows, diagnosis.imeis)))}>
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
