import { formatClock, formatTime } from '@device-console/shared-lib/console';
import type { FailureFigures } from '@device-console/shared-lib/contract';
import type { WithdrawnCanary } from '@device-console/shared-lib/trust';
import type { StatusBadgeProps } from '@device-console/shared-lib/ui';
import type { Requirement } from '@device-console/shared-lib/remote/host';
import type { Column } from '@device-console/shared-lib/ui/table';
import type { ReleaseSource } from '../releases/release.ts';
import { failureTitles } from '../releases/remote-load-error.ts';
import { registryReasons, type RemoteEvent, type RemoteRecord, type RemoteState } from '../remotes/remote-log.ts';
import type { LastRead } from '../remotes/registry-store.ts';
import { t } from '../t.ts';

export const NOTHING = '–';

const sourceTexts: Readonly<Record<ReleaseSource, string>> = {
  registry: t('Registry'),
  'last-good': t('Last good'),
  canary: t('Canary'),
  previous: t('The one before'),
  preview: t('Preview'),
};

export function sourceText({ release }: RemoteRecord): string {
  return release ? sourceTexts[release.source] : t('None in use');
}

const sourceMeanings: Readonly<Record<ReleaseSource, string>> = {
  registry: t('Registry: the live version'),
  'last-good': t('Last good: its present entry was refused'),
  canary: t('Canary: some operators get it before all do'),
  previous: t('The one before: the live version failed in this browser'),
  preview: t('Preview: you try it, others have the live version'),
};

/** Explains the source in a remote's details. */
export function sourceMeaning({ release }: RemoteRecord): string {
  if (!release) return t('None in use: its entry was refused, and this browser knows no earlier one');
  return sourceMeanings[release.source];
}

const reportedSources: ReadonlyMap<string, string> = new Map([
  ['live', 'Live'],
  ['canary', sourceTexts.canary],
  ['last-good', sourceTexts['last-good']],
  ['previous', sourceTexts.previous],
  ['host', t('The console itself')],
]);

/** Keeps a source of a later console unchanged. */
export function reportedSource(source: string): string {
  return reportedSources.get(source) ?? source;
}

export const stateBadges: Readonly<Record<RemoteState['status'], StatusBadgeProps>> = {
  'not-loaded': { tone: 'neutral', children: t('Not loaded') },
  loading: { tone: 'info', children: t('Loading') },
  ready: { tone: 'success', children: t('Ready') },
  failed: { tone: 'danger', children: t('Failed') },
};

const eventTitles: Readonly<Record<RemoteEvent['reason'], string>> = {
  ...failureTitles,
  ...registryReasons,
  'uncaught-error': t('One of its errors was not caught'),
  'unhandled-rejection': t('One of its rejected promises was not handled'),
};

/** An unknown one, of a later console, unchanged. */
export function kindTitle(kind: string): string {
  return new Map<string, string>(Object.entries(eventTitles)).get(kind) ?? kind;
}

export function stateTime(state: RemoteState): string {
  return state.status === 'not-loaded' ? NOTHING : formatClock(state.at);
}

export function milliseconds(time: number | null): string {
  return time === null ? NOTHING : `${time} ms`;
}

/** A base address can be relative to the page. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl, document.baseURI).origin;
}

/** Who must upgrade, if not met. */
export function fitText({ whoMustUpgrade }: Requirement): string {
  if (whoMustUpgrade === null) return t('Fits');
  return whoMustUpgrade === 'console'
    ? t('Does not fit: the console must be upgraded')
    : t('Does not fit: the remote must be rebuilt');
}

export function lastReadText({ at, failure }: LastRead): string {
  if (at !== null) return formatClock(at);
  return failure === null ? t('Not yet') : t('Never');
}

export function failureName({ remote, version, message, kind }: FailureFigures): string {
  return `${[remote, version].filter(Boolean).join(' ')}: ${message || kindTitle(kind)}`;
}

export function withdrawnText({ version, at, reason }: WithdrawnCanary): string {
  return `${version}, ${formatTime(at) || at}: ${reason}`;
}

/** Undefined values show a dash; they are sorted and exported as empty. */
export function wordColumn<Row>(
  id: string,
  header: string,
  read: (row: Row) => string | number | null,
  rest: Partial<Column<Row>> = {},
): Column<Row> {
  return { id, header, cell: (row) => read(row) || NOTHING, sortValue: (row) => read(row) ?? '', ...rest };
}
