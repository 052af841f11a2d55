import { type ReactNode, useEffect, useId, useState } from 'react';
import {
  chosenFileOf,
  INCORRECT_DATA_FILE,
  incorrectDataCsv,
  type IncorrectRow,
  repairedFileOf,
  type RowList,
  validRowsFile,
} from '../csv/index.ts';
import { pageClock } from '../async/index.ts';
import { failureNotice, formatCount, useQuery } from '../console/index.ts';
import { Actions, Button, Icon, Notice, Spinner } from '../ui/index.ts';
import { type Column, DataTable } from '../ui/table/index.ts';
import { correctedImeis, diagnoseRows, type FileDiagnosis, rowsByError } from './file-diagnosis.ts';
import { IncorrectRows, saveCsv } from './invalid-rows.tsx';
import {
  type FileProblem,
  isMendable,
  othersOf,
  type ProblemAction,
  type ProblemRows,
  type ProblemsOptions,
  type WrongRows,
  wrongOf,
} from './problems-of-file.ts';
import styles from './file-problems.module.css';
import { t } from '../i18n/own.ts';

export interface FileProblemsProps extends ProblemsOptions {
  /** Problems that only the caller knows. */
  readonly more?: readonly FileProblem[] | undefined;
}

interface Asked {
  readonly errors: RowList<IncorrectRow>;
  readonly isDiagnosed: boolean;
}

const lookAt = ({ errors, isDiagnosed }: Asked, signal: AbortSignal): Promise<WrongRows | null> =>
  (isDiagnosed ? diagnoseRows : rowsByError)(errors, pageClock, () => signal.aborted);

/**
 * Everything that is wrong with a file, by kind: each with its number, what can be done, and its rows, which open (B3,
 * D10, D13). All wrong rows in one table are for `InvalidRows`, below what can be done with the file.
 */
export function FileProblems(props: FileProblemsProps): ReactNode {
  const { file, isDiagnosed, more = [] } = props;
  const { errors } = file;
  const { state, ask } = useQuery(lookAt);
  useEffect(() => {
    if (errors.length > 0) ask({ errors, isDiagnosed });
  }, [ask, errors, isDiagnosed]);
  if (state.status === 'failed') return <Notice tone="danger" {...failureNotice(state.error)} />;
  const wrong = errors.length === 0 ? nothingWrong : state.status === 'ready' ? state.last : null;
  const problems = wrong ? [...wrongOf(props, wrong), ...othersOf(props), ...more] : [];
  return (
    <>
      {file.kind === 'read' && <IncorrectRows totals={file.totals} areKept />}
      {wrong === null && <Spinner label={t('Checking the invalid rows')} />}
      {problems.length > 0 && (
        <section aria-label={t('What was found in the file')} className={styles['found']}>
          {wrong && 'kind' in wrong && wrong.kind !== 'nothing-to-say' && <ForAll {...props} diagnosis={wrong} />}
          <ul className={styles['problems']}>
            {problems.map((problem) => (
              <Problem key={problem.id} problem={problem} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const nothingWrong: FileDiagnosis = { kind: 'nothing-to-say' };

type Diagnosis = Exclude<FileDiagnosis, { kind: 'nothing-to-say' }>;

const CORRECTED_FILE = 'corrected.csv';
const noRows = new Float64Array();

/** What can be done with all wrong rows at once, and what is lost of them. */
function ForAll({ file, onFile, diagnosis }: FileProblemsProps & { readonly diagnosis: Diagnosis }): ReactNode {
  const chosen = chosenFileOf(file);
  const { kind, imeis, unclear, findings } = diagnosis;
  const mendable = findings.flatMap(({ fault }) => (isMendable(fault) ? [fault] : []));
  const isUsable = onFile !== undefined && chosen !== undefined && imeis.length > 0;
  return (
    <div className={styles['all']}>
      <p>{diagnosisText(kind, unclear)}</p>
      {(isUsable || kind === 'mendable') && (
        <Actions>
          {isUsable && (
            <Button onPress={() => onFile(repairedFileOf(chosen, mendable), file.workbook?.read)}>
              {t('{count, plural, one {Use {count} repaired row} other {Use {count} repaired rows}}', {
                count: formatCount(imeis.length),
              })}
            </Button>
          )}
          {kind === 'mendable' && (
            <Button
              onPress={() => {
                const valid = file.kind === 'read' ? file.rows : noRows;
                void saveCsv(CORRECTED_FILE, validRowsFile(correctedImeis(valid, imeis)));
              }}
            >
              {t('Download corrected.csv')}
            </Button>
          )}
        </Actions>
      )}
    </div>
  );
}

function diagnosisText(kind: Diagnosis['kind'], unclear: number): string {
  if (kind === 'mendable')
    return t('Nothing is lost: every IMEI below can be read. Compare what is read with your list.');
  if (kind === 'no-device') return t('Nothing is lost: these rows hold no device.');
  return t(
    'No corrected file is offered, because it is not certain which device is meant by {count, plural, one {{count} ' +
      'row} other {{count} rows}}. The reasons are below. Correct these rows in the original list.',
    { count: formatCount(unclear) },
  );
}

function Problem({ problem }: { readonly problem: FileProblem }): ReactNode {
  const { tone, title, count, note, rows, action } = problem;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const act = action ?? (rows && saving(rows));
  const firstLine = rows?.list.at(0)?.line;
  const text = (
    <>
      <Icon name={tone} />
      <span className={styles['count']}>{formatCount(count)}</span>{' '}
      <span className={styles['text']}>
        <span>{title}</span>{' '}
        <small>
          {firstLine === undefined
            ? note
            : t('{note} · the first on line {line}', { note, line: formatCount(firstLine) })}
        </small>
      </span>
    </>
  );
  return (
    <li data-tone={tone}>
      <div className={styles['line']}>
        {rows ? (
          <button
            type="button"
            className={styles['kind']}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {text}
          </button>
        ) : (
          <div className={styles['kind']}>{text}</div>
        )}
        {act && (
          <Button
            size="small"
            aria-label={t('{action}: {problem}', { action: act.label, problem: title })}
            aria-pressed={act.isOn}
            onPress={act.onPress}
          >
            {act.label}
          </Button>
        )}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && rows && <Rows label={title} rows={rows} />}
      </div>
    </li>
  );
}

const saving = ({ list, saved = list }: ProblemRows): ProblemAction => ({
  label: t('Save these rows'),
  onPress: () => void saveCsv(INCORRECT_DATA_FILE, incorrectDataCsv(saved)),
});

function Rows({ label, rows: { remark, list } }: { readonly label: string; readonly rows: ProblemRows }): ReactNode {
  const columns: readonly Column<IncorrectRow>[] = [
    { id: 'line', header: t('Line'), cell: ({ line }) => line, width: 72 },
    { id: 'data', header: t('Data'), cell: ({ data }) => data, width: 180, isRowHeader: true },
    { id: 'remark', header: remark, cell: ({ error }) => error, width: 230 },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      count={list.length}
      rowAt={(index) => {
        const row = list.at(index);
        if (!row) throw new RangeError(`There is no row ${index}.`);
        return row;
      }}
      emptyText=""
      isSortable={false}
      minHeight={160}
    />
  );
}
