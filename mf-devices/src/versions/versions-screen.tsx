import type { ReactNode } from 'react';
import { ApiError, NO_SESSION_TEXT } from '@device-console/shared-lib/api';
import { type AnswerOf, calls } from '@device-console/shared-lib/contract';
import { failureNotice, formatCount, useAnswer } from '@device-console/shared-lib/console';
import { Button, Card, Notice, Page, Spinner } from '@device-console/shared-lib/ui';
import { type Column, DataTable } from '@device-console/shared-lib/ui/table';
import { BarList } from '@device-console/shared-lib/ui/chart';
import { formatLocale } from '@device-console/shared-lib/i18n';
import { t } from '../t.ts';

/** Relative to the most frequent version. */
function VersionChart({ counts }: { readonly counts: readonly VersionCount[] }): ReactNode {
  const all = counts.reduce((sum, { devices }) => sum + devices, 0);
  return (
    <BarList
      label={t('Bar chart of {devices} devices by {versions} app versions; the table shows the same figures.', {
        devices: formatCount(all),
        versions: formatCount(counts.length),
      })}
      bars={counts.map(({ version, devices, share }) => ({
        name: version,
        value: devices,
        text: `${formatCount(devices)} · ${formatShare(share)}`,
      }))}
    />
  );
}

const columns: readonly Column<VersionCount>[] = [
  { id: 'number', header: t('S.No.'), cell: (_row, index) => index + 1, width: 90, kind: 'number' },
  { id: 'version', header: t('App Version'), sortValue: ({ version }) => version, isRowHeader: true },
  {
    id: 'devices',
    header: t('No. of Device'),
    cell: ({ devices }) => formatCount(devices),
    sortValue: ({ devices }) => devices,
    align: 'end',
    kind: 'number',
  },
  {
    id: 'share',
    header: t('Share'),
    cell: ({ share }) => formatShare(share),
    sortValue: ({ share }) => share,
    text: ({ share }) => formatShare(share),
    align: 'end',
  },
];

/** How many devices run which version (L6). */
export function Screen(): ReactNode {
  const { state, ask } = useAnswer(calls.getAppVersionDevices, {});
  const counts = state.last && versionCounts(state.last);

  return (
    <Page
      title={t('Device Version Detail')}
      lead={t('How many devices run which version of the app.')}
      actions={
        <Button isPending={state.status === 'loading'} onPress={ask}>
          {t('Refresh')}
        </Button>
      }
    >
      {state.status === 'failed' && <Failure error={state.error} />}
      {state.status === 'loading' && !counts && <Spinner label={t('Counting the devices')} />}
      {counts && (
        <>
          <Card title={t('Devices per app version')}>
            <DataTable
              label={t('Devices per app version')}
              columns={columns}
              rows={counts}
              rowKey={({ version }) => version}
              emptyText={t('No results found')}
              exportName={counts.length > 0 ? 'app_versions' : undefined}
            />
          </Card>
          {counts.length > 0 && (
            <Card title={t('Chart')}>
              <VersionChart counts={counts} />
            </Card>
          )}
        </>
      )}
    </Page>
  );
}

/**
 * A call without a session never leaves the page; if the server has ended the session, the page goes to login by itself
 * (S8).
 */
function Failure({ error }: { readonly error: Error }): ReactNode {
  const hasNoSession = error instanceof ApiError && error.kind === 'authorization' && error.outcome === 'not-sent';
  if (hasNoSession) return <Notice tone="danger">{NO_SESSION_TEXT}</Notice>;
  return <Notice tone="danger" title={t('Cannot fetch the data now, please try again')} {...failureNotice(error)} />;
}

interface VersionCount {
  readonly version: string;
  readonly devices: number;
  /** Of all devices, from 0 to 1. */
  readonly share: number;
}

const versions = new Intl.Collator('en', { numeric: true });

const unknown = t('Unknown');

/** Unknown comes last. */
function newestFirst(one: string, other: string): number {
  return Number(one === unknown) - Number(other === unknown) || versions.compare(other, one);
}

/** With their shares, newest version first. Devices that have reported no version count as Unknown (L6). */
function versionCounts({ items }: AnswerOf<typeof calls.getAppVersionDevices>): readonly VersionCount[] {
  const byVersion = new Map<string, number>();
  for (const { appversion, devices } of items) {
    const version = appversion.trim() || unknown;
    byVersion.set(version, (byVersion.get(version) ?? 0) + devices);
  }
  const all = [...byVersion.values()].reduce((sum, devices) => sum + devices, 0);
  return [...byVersion]
    .map(([version, devices]) => ({ version, devices, share: all > 0 ? devices / all : 0 }))
    .toSorted((one, other) => newestFirst(one.version, other.version));
}

const percent = new Intl.NumberFormat(formatLocale(), {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

function formatShare(share: number): string {
  return percent.format(share);
}
