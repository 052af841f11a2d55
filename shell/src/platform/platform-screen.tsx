import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useConsole, useSession } from '@device-console/shared-lib/console';
import { calls } from '@device-console/shared-lib/contract';
import type { Provided } from '@device-console/shared-lib/remote/host';
import { Card, Notice, Page, Select, StatusBadge } from '@device-console/shared-lib/ui';
import { type Definition, DefinitionList } from '@device-console/shared-lib/ui/chart';
import { type Column, DataTable } from '@device-console/shared-lib/ui/table';
import { remoteTitle } from '../releases/decide.ts';
import type { ReleaseManager } from '../remotes/release-manager.ts';
import type { Previews } from '../previews/preview.ts';
import type { LastRead, RegistryStore } from '../remotes/registry-store.ts';
import type { RemoteLoader } from '../remotes/remote-loader.ts';
import type { RemoteLog } from '../remotes/remote-log.ts';
import { PendingButton } from '../common/pending-button.tsx';
import { FleetCard } from './fleet-card.tsx';
import { lastReadText, NOTHING, sourceText, stateBadges, wordColumn } from './platform-texts.ts';
import { PreviewsCard } from './previews-card.tsx';
import { RemoteDetails } from './remote-details.tsx';
import { RemoteHistory } from './remote-history.tsx';
import { misfits, type RemoteView, remoteViews } from './remote-view.ts';
import { t } from '../t.ts';

export interface PlatformScreenProps {
  readonly remotes: {
    readonly registry: RegistryStore;
    readonly releaseManager: ReleaseManager;
    readonly log: RemoteLog;
    readonly loader: RemoteLoader;
    readonly previews: Previews;
  };
}

function usePlatform({ registry, releaseManager, log, loader }: PlatformScreenProps['remotes']) {
  const operator = useSession();
  const records = useSyncExternalStore(log.subscribe, log.getSnapshot);
  const deployed = useSyncExternalStore(releaseManager.subscribe, releaseManager.getSnapshot);
  const state = useSyncExternalStore(registry.subscribe, registry.getSnapshot);
  const lastRead = useSyncExternalStore(registry.subscribe, registry.getLastRead);
  const { provided } = loader;
  const views = remoteViews({
    records,
    deployed,
    operator,
    provided,
    registry: state.status === 'ready' ? state.registry : null,
  });
  return { lastRead, provided, views };
}

/** For superadmins: what runs on this page and where it comes from, the console's versions and every remote. */
export function PlatformScreen({ remotes }: PlatformScreenProps): ReactNode {
  const { api, config } = useConsole();
  const { lastRead, provided, views } = usePlatform(remotes);
  return (
    <Page
      title={t('Platform')}
      lead={t(
        'What runs on this page of yours and where it comes from. Load times and failures are those of this ' +
          'page since it was loaded, except under All operators.',
      )}
      actions={<PendingButton act={remotes.registry.refresh}>{t('Refresh')}</PendingButton>}
    >
      {lastRead.failure !== null && (
        <Notice tone="danger" title={t('The registry could not be read')}>
          {t('{message} What was read before stays in use. Press Refresh when the server answers again.', {
            message: lastRead.failure,
          })}
        </Notice>
      )}
      <Card title={t('This console')}>
        <DefinitionList isWide items={ownFacts(provided, lastRead, config.registryUrl)} />
      </Card>
      <Card
        title={t('Remotes')}
        description={t('Every remote of the registry. Contract says whether this console provides what it requires.')}
      >
        <DataTable
          label={t('Remotes')}
          columns={columns}
          rows={views}
          rowKey={({ record }) => record.id}
          emptyText={t('The registry names no remote.')}
          minHeight={200}
          isFilterable
          exportName="platform"
        />
      </Card>
      <PreviewsCard previews={remotes.previews} onChange={remotes.releaseManager.switchOne} />
      <RemoteCard views={views} />
      {api.offers(calls.platformFigures) && <FleetCard />}
    </Page>
  );
}

/** The chosen one, else the first with a problem. */
function RemoteCard({ views }: { readonly views: readonly RemoteView[] }): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = views.find(({ record }) => record.id === chosen) ?? views.find(needsAttention) ?? views[0];
  if (!shown) return null;
  const { id } = shown.record;
  return (
    <Card
      title={remoteTitle(id)}
      description={t('What is in use of it, how it loaded, what it requires, and what went wrong.')}
    >
      <Select
        label={t('Remote')}
        options={views.map(({ record }) => ({ value: record.id, title: record.id }))}
        value={id}
        onChange={setChosen}
      />
      <RemoteDetails view={shown} />
      <RemoteHistory key={id} id={id} />
    </Card>
  );
}

function needsAttention(view: RemoteView): boolean {
  return view.record.state.status === 'failed' || view.record.release === null || misfits(view).length > 0;
}

/** All subpaths of shared-lib share one version, as they are one package. */
function ownFacts({ versions, apiVersion }: Provided, lastRead: LastRead, registryUrl: string): readonly Definition[] {
  const packages = new Map(
    Object.entries(versions).map(([key, version]) => [
      key.replace(/^(@[^/]+\/[^/]+|[^@/]+)\/.*$/, '$1').replace('@device-console/', ''),
      version,
    ]),
  );
  return [
    ...[...packages].map(([term, value]) => ({ term, value })),
    { term: t('API'), value: apiVersion },
    { term: t('Registry'), value: registryUrl },
    {
      term: t('Registry last read'),
      value: lastReadText(lastRead),
      tone: lastRead.failure !== null ? ('warning' as const) : ('plain' as const),
    },
  ];
}

const fit = (view: RemoteView): string =>
  view.requirements.length === 0 ? NOTHING : misfits(view).length === 0 ? t('Fits') : t('Does not fit');

/** Shows whether a remote needs attention; its details have the rest. */
const columns: readonly Column<RemoteView>[] = [
  { id: 'id', header: t('Remote'), width: 140, isRowHeader: true, sortValue: ({ record }) => record.id },
  wordColumn('version', t('Version'), ({ record }) => record.release?.declaration.version ?? null),
  {
    id: 'state',
    header: t('State'),
    cell: ({ record }) => <StatusBadge {...stateBadges[record.state.status]} />,
    sortValue: ({ record }) => stateBadges[record.state.status].children,
  },
  {
    id: 'fit',
    header: t('Contract'),
    sortValue: fit,
    cell: (view) =>
      view.requirements.length === 0 ? (
        NOTHING
      ) : (
        <StatusBadge tone={misfits(view).length === 0 ? 'success' : 'danger'}>{fit(view)}</StatusBadge>
      ),
  },
  { id: 'source', header: t('Source'), sortValue: ({ record }) => sourceText(record) },
  {
    id: 'events',
    header: t('Failures'),
    align: 'end',
    sortValue: ({ record }) => record.events.length,
    kind: 'number',
  },
];
