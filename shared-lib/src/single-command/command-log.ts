import { useMemo } from 'react';
import { commandList, type Command, type CommandId } from '../contract/index.ts';
import { useSendLog, useUnsentScans, type Sent, type SentOutcome, type UnsentScan } from '../data/react/index.ts';

/** How an entry of the log stands. `next` waits for its turn; the last three were never sent. */
export type LogOutcome = 'next' | 'on-its-way' | Exclude<SentOutcome, 'no-answer-yet'> | UnsentScan['why'];

/** What an operator sent or scanned on a command's screen. */
export interface LogEntry {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** An IMEI, ALL, or what was scanned. */
  readonly text: string;
  readonly outcome: LogOutcome;
  /** Null for a scan that was not sent. */
  readonly sent: Sent | null;
}

const fromForms: ReadonlySet<string> = new Set(['form', 'search']);

/** True for a sending of this command from its form or from the search. */
export const isOfForms = ({ about }: Sent, command: CommandId): boolean =>
  about?.command === command && fromForms.has(about.source);

function entryOfSent(sent: Sent): LogEntry {
  const { id, asked, about, phase, outcome } = sent;
  const isOver = phase === 'ended' && outcome !== 'no-answer-yet';
  return {
    id,
    at: asked,
    text: about?.target ?? '',
    outcome: isOver ? outcome : phase === 'waiting' ? 'next' : 'on-its-way',
    sent,
  };
}

const entryOfScan = ({ id, at, text, why }: UnsentScan): LogEntry => ({ id, at, text, outcome: why, sent: null });

/** The log of one command: what was sent from its form and from the search, and scans of which nothing was sent. */
export function logOf(command: CommandId, sent: readonly Sent[], scans: readonly UnsentScan[]): readonly LogEntry[] {
  return [
    ...sent.filter((one) => isOfForms(one, command)).map(entryOfSent),
    ...scans.filter((scan) => scan.command === command).map(entryOfScan),
  ].toSorted((left, right) => right.at - left.at);
}

/** What this operator sent and scanned for a command in this session, newest first; it outlives the screen. */
export function useCommandLog({ id }: Command): readonly LogEntry[] {
  const sent = useSendLog();
  const scans = useUnsentScans();
  return useMemo(() => logOf(id, sent, scans), [id, sent, scans]);
}

/** How an entry is counted: by what it means for the work that is left. */
export type LogCount = 'sent' | 'waits' | 'refused' | 'not-sent' | 'unknown' | 'not-an-imei' | 'on-its-way';

const countedAs: Readonly<Record<LogOutcome, LogCount>> = {
  next: 'on-its-way',
  'on-its-way': 'on-its-way',
  taken: 'sent',
  unstated: 'sent',
  waits: 'waits',
  refused: 'refused',
  'not-sent': 'not-sent',
  unknown: 'unknown',
  'not-an-imei': 'not-an-imei',
  incomplete: 'not-sent',
  question: 'not-sent',
};

/** The number of entries of each kind. What was refused is never counted as sent. */
export function countLog(entries: readonly LogEntry[]): ReadonlyMap<LogCount, number> {
  const counts = new Map<LogCount, number>();
  for (const { outcome } of entries) counts.set(countedAs[outcome], (counts.get(countedAs[outcome]) ?? 0) + 1);
  return counts;
}

const failures: ReadonlySet<LogOutcome> = new Set(['refused', 'not-sent', 'unknown']);

/**
 * The sendings that were not done, or perhaps not, and to whose device the same was not sent again since. `entries` are
 * those of one command, newest first.
 */
export function undoneOf(entries: readonly LogEntry[]): readonly Sent[] {
  const seen = new Set<string>();
  return entries.flatMap(({ sent, outcome }) => {
    if (!sent) return [];
    const what = `${sent.about?.action ?? ''} ${sent.about?.target ?? ''}`;
    const isNewest = !seen.has(what);
    seen.add(what);
    return isNewest && failures.has(outcome) ? [sent] : [];
  });
}

/** Commands of one kind that were not done, or perhaps not. */
export interface UndoneSends {
  readonly command: Command;
  readonly sent: readonly Sent[];
}

/**
 * What this operator sent from forms and the search in this session and what was not done, or perhaps not, by command.
 * Each command's screen has them in its log, and sends them again.
 */
export function useUndoneSends(): readonly UndoneSends[] {
  const sent = useSendLog();
  return useMemo(
    () =>
      commandList
        .map((command) => ({ command, sent: undoneOf(logOf(command.id, sent, [])) }))
        .filter((undone) => undone.sent.length > 0),
    [sent],
  );
}
