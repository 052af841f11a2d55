import { type ReactNode, useMemo, useState } from 'react';
import {
  type Command,
  hasValidCheckDigit,
  IMEI_LENGTH,
  imeisIn,
  isImei,
  mayAccess,
} from '@device-console/shared-lib/contract';
import {
  copyText,
  failureText,
  formatCount,
  formatTimeOfDay,
  useIsLate,
  useSession,
} from '@device-console/shared-lib/console';
import {
  ALL_DEVICES,
  countLog,
  HandedToAll,
  LogFacts,
  type LogCount,
  type LogEntry,
  type LogOutcome,
  targetName,
  useCommandLog,
} from '@device-console/shared-lib/single-command';
import { Button, Card, Digits, StatusBadge } from '@device-console/shared-lib/ui';
import { type Column, DataTable, sheetOf, useFileWriting } from '@device-console/shared-lib/ui/table';
import { commandStateTitle, CommandStateBadge } from '@device-console/shared-lib/ui/timeline';
import { SendAgain } from './send-again.tsx';
import styles from './command.module.css';
import { t } from '../t.ts';

type Tone = 'success' | 'info' | 'warning' | 'danger';

const outcomes: Readonly<Record<LogOutcome, readonly [tone: Tone, word: string]>> = {
  next: ['info', t('Next')],
  'on-its-way': ['info', t('On its way')],
  taken: ['success', t('Sent')],
  unstated: ['warning', t('Accepted')],
  waits: ['info', t('Waits for approval')],
  refused: ['danger', t('Refused')],
  'not-sent': ['danger', t('Not sent')],
  unknown: ['warning', t('Outcome unknown')],
  'not-an-imei': ['danger', t('Not an IMEI')],
  incomplete: ['danger', t('Not sent')],
  question: ['danger', t('Not sent')],
};

const lateOutcome = ['warning', t('Waits for the server')] as const;

/** What is wrong with a scan that is no IMEI. */
function misreadText(text: string): string {
  if (imeisIn(text).imeis.length > 1 || /^\d{30}$/.test(text)) return t('Two barcodes in one: scan them one by one.');
  if (!/^\d*$/.test(text)) return t('It has other characters than digits.');
  return t('{count} digits instead of {imeiLength}.', { count: text.length, imeiLength: IMEI_LENGTH });
}

/** Why it was not done, or perhaps not; '' if there is nothing to say. */
function reasonOf({ outcome, sent, text }: LogEntry): string {
  const { error = null } = sent ?? {};
  switch (outcome) {
    case 'not-an-imei':
      return misreadText(text);
    case 'incomplete':
      return t('The choice above the IMEI was missing.');
    case 'question':
      return t('A question was open.');
    case 'refused': {
      const why = error ? failureText(error) : '';
      return isImei(text) && !hasValidCheckDigit(text) ? `${why} ${t('Its check digit is wrong.')}`.trim() : why;
    }
    case 'not-sent':
    case 'unknown':
      return error ? failureText(error) : t('The page was left before the server answered.');
    default:
      return '';
  }
}

const states = {
  '': '',
  enrolled: t('Enrolled'),
  locked: t('Locked'),
  unlocked: t('Unlocked'),
  released: t('Released'),
  'de-enrolled': t('De-enrolled'),
} as const;

const shownText = (text: string): string => (text === ALL_DEVICES ? targetName(text) : text);

function OutcomeCell({ entry }: { readonly entry: LogEntry }): ReactNode {
  const isLate = useIsLate(entry.outcome === 'on-its-way' ? (entry.sent?.at ?? null) : null);
  const [tone, word] = isLate ? lateOutcome : outcomes[entry.outcome];
  const reason = reasonOf(entry);
  return (
    <>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {reason !== '' && <span className={styles['reason']}> {reason}</span>}
      {entry.sent && <HandedToAll sent={entry.sent} />}
    </>
  );
}

const time: Column<LogEntry> = {
  id: 'time',
  header: t('Time'),
  cell: ({ at }) => formatTimeOfDay(at),
  text: ({ at }) => new Date(at).toISOString(),
  kind: 'date',
  width: 100,
};
const imei: Column<LogEntry> = {
  id: 'imei',
  header: t('IMEI'),
  cell: ({ text }) => <Digits>{shownText(text)}</Digits>,
  text: ({ text }) => shownText(text),
  cellHint: ({ text }) => text,
  width: 160,
  isRowHeader: true,
};
const outcome: Column<LogEntry> = {
  id: 'outcome',
  header: t('Outcome'),
  cell: (entry) => <OutcomeCell entry={entry} />,
  text: (entry) => [outcomes[entry.outcome][1], reasonOf(entry)].filter(Boolean).join(': '),
  width: 320,
  lines: 2,
};
// Only the audit tells these.
const model: Column<LogEntry> = {
  id: 'model',
  header: t('Model'),
  cell: ({ sent }) => sent?.device?.model ?? '',
  width: 160,
  lines: 1,
  priority: 'useful',
};
const before: Column<LogEntry> = {
  id: 'before',
  header: t('State before'),
  cell: ({ sent }) => states[sent?.device?.before ?? ''],
  width: 110,
  priority: 'useful',
};
const acknowledged: Column<LogEntry> = {
  id: 'acknowledged',
  header: t('Acknowledgement'),
  cell: ({ sent }) => <CommandStateBadge state={sent?.status ?? ''} />,
  text: ({ sent }) => commandStateTitle(sent?.status ?? ''),
  width: 140,
};

const columnsForAll = [time, imei, outcome];
const columnsWithAudit = [time, imei, model, before, outcome, acknowledged];

const countTexts: Readonly<Record<LogCount, (count: string) => string>> = {
  sent: (count) => t('{count} sent', { count }),
  'on-its-way': (count) => t('{count} on its way', { count }),
  waits: (count) => t('{count} waiting for approval', { count }),
  refused: (count) => t('{count} refused', { count }),
  'not-an-imei': (count) => t('{count} not an IMEI', { count }),
  'not-sent': (count) => t('{count} not sent', { count }),
  unknown: (count) => t('{count} of unknown outcome', { count }),
};

/** Such as '58 sent · 2 refused': what was sent comes first, even if it is nothing. */
function countsText(entries: readonly LogEntry[]): string {
  const counts = countLog(entries);
  return Object.entries(countTexts)
    .filter(([kind]) => kind === 'sent' || counts.has(kind as LogCount))
    .map(([kind, text]) => text(formatCount(counts.get(kind as LogCount) ?? 0)))
    .join(' · ');
}

/**
 * What this operator sent and scanned for a command in this session, newest first; nothing until there is something. A
 * screen shows it last, so that nothing moves when a line is added.
 */
export function CommandLog({ command }: { readonly command: Command }): ReactNode {
  const entries = useCommandLog(command);
  const maySeeAudit = mayAccess(useSession(), { permission: 'Audit Report' });
  const sent = useMemo(() => entries.flatMap((entry) => entry.sent ?? []), [entries]);
  const columns = maySeeAudit ? columnsWithAudit : columnsForAll;
  if (entries.length === 0) return null;
  return (
    <Card
      title={t('Log of this session')}
      description={<strong className={styles['counts']}>{countsText(entries)}</strong>}
      actions={
        <>
          <SendAgain command={command} entries={entries} />
          <LogFiles command={command} columns={columns} entries={entries} />
        </>
      }
    >
      <LogFacts sent={sent} />
      <DataTable
        label={t('Log of this session')}
        columns={columns}
        rows={entries}
        rowKey={({ id }) => id}
        emptyText=""
        isSortable={false}
        hasFixedWidths
        minHeight={240}
      />
    </Card>
  );
}

interface LogFilesProps {
  readonly command: Command;
  readonly columns: readonly Column<LogEntry>[];
  readonly entries: readonly LogEntry[];
}

const copyLabels = { copied: t('Copied'), refused: t('It could not be copied') } as const;

/** The log for the clipboard, as cells of a spreadsheet, and as a file. */
function LogFiles({ command, columns, entries }: LogFilesProps): ReactNode {
  const [copy, setCopy] = useState<{ readonly of: typeof entries; readonly end: keyof typeof copyLabels } | null>(null);
  const { start } = useFileWriting();
  const sheet = sheetOf('log', columns, { rows: entries });
  const copyAll = async (): Promise<void> => {
    const lines = [sheet.columns.map(({ header }) => header), ...sheet.rows];
    const isCopied = await copyText(lines.map((cells) => cells.join('\t')).join('\n'));
    setCopy({ of: entries, end: isCopied ? 'copied' : 'refused' });
  };
  return (
    <>
      <Button size="small" onPress={() => void copyAll()}>
        {copy?.of === entries ? copyLabels[copy.end] : t('Copy')}
      </Button>
      <Button
        size="small"
        onPress={() => start(`${command.screen}-log.csv`, (sheets, options) => sheets.writeCsv(sheet, options))}
      >
        {t('Save CSV')}
      </Button>
    </>
  );
}
