import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { useConsole, useSession } from '@device-console/shared-lib/console';
import type { Provided } from '@device-console/shared-lib/remote';
import { Link, useLocation } from '@device-console/shared-lib/router';
import {
  Button,
  buttonClass,
  Card,
  DefinitionList,
  Notice,
  Page,
  Select,
  type Definition,
} from '@device-console/shared-lib/ui';
import { galleryPage, offersGallery } from '../navigation/screen-routes.ts';
import type { Override } from '../override/override.ts';
import { remoteTitle } from '../releases/choose-release.ts';
import type { ReleaseManager } from '../remotes/release-manager.ts';
import type { LastRead, RegistryStore } from '../remotes/registry-store.ts';
import type { RemoteLoader } from '../remotes/remote-loader.ts';
import type { RemoteLog } from '../remotes/remote-log.ts';
import type { FetchDocument } from '../common/fetch-document.ts';
import type { LeaveGuard } from '../common/leave-guard.ts';
import { DevelopmentCard } from './development-card.tsx';
import { readDevelopmentLink, readPreviewLink } from './override-link.ts';
import { FleetCard } from './fleet-card.tsx';
import { lastReadText } from './platform-texts.ts';
import { PreviewCard } from './preview-card.tsx';
import { RemoteDetails } from './remote-details.tsx';
import { RemoteHistory } from './remote-history.tsx';
import { RemoteTable } from './remote-table.tsx';
import { misfits, remoteViews, type RemoteView } from './remote-view.ts';

/** Props of {@link PlatformScreen}. */
export interface PlatformScreenProps {
  readonly remotes: {
    readonly registry: RegistryStore;
    readonly releaseManager: ReleaseManager;
    readonly log: RemoteLog;
    readonly loader: RemoteLoader;
    readonly override: Override;
    readonly guard: LeaveGuard;
  };
  readonly fetchDocument: FetchDocument;
}

/** What runs on this page and where it comes from, for superadmins: the console's own versions, and every remote. */
export function PlatformScreen({ remotes, fetchDocument }: PlatformScreenProps): ReactNode {
  const { registry, releaseManager, log, loader, override, guard } = remotes;
  const { config } = useConsole();
  const operator = useSession();
  const records = useSyncExternalStore(log.subscribe, log.getSnapshot);
  const deployed = useSyncExternalStore(releaseManager.subscribe, releaseManager.getSnapshot);
  const state = useSyncExternalStore(registry.subscribe, registry.getSnapshot);
  const lastRead = useSyncExternalStore(registry.subscribe, registry.getLastRead);
  const overriding = useSyncExternalStore(override.subscribe, override.getSnapshot);
  const [isReading, setReading] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const { hash } = useLocation();
  const provided = loader.provided();
  const views = remoteViews({
    records,
    deployed,
    operator,
    provided,
    override: overriding,
    registry: state.status === 'ready' ? state.registry : null,
  });
  const shown = views.find(({ record }) => record.id === chosen) ?? views.find(needsLooking) ?? views[0];
  const refresh = (): void => {
    setReading(true);
    void registry.refresh().finally(() => setReading(false));
  };
  const source = overriding.status === 'off' ? null : overriding.override.source;
  const link = readPreviewLink(hash);
  const shared = { override, state: overriding, guard };
  const previewCard = (link || source === 'preview') && <PreviewCard {...shared} link={link} />;
  const ids = views.map(({ record: { id } }) => id);
  const developmentCard = override.allowsDevelopment && source !== 'preview' && (
    <DevelopmentCard {...shared} ids={ids} />
  );
  // It comes first for whoever came for it.
  const isDeveloping = source === 'development' || readDevelopmentLink(hash) !== null;
  return (
    <Page
      title="Platform"
      lead={
        'What runs on this page of yours and where it comes from. But for those of all operators, load times ' +
        'and failures are those of this page since it was loaded.'
      }
      actions={
        <>
          {offersGallery(config) && (
            <Link className={buttonClass()} to={galleryPage.address}>
              {galleryPage.title}
            </Link>
          )}
          <Button isPending={isReading} onPress={refresh}>
            Refresh
          </Button>
        </>
      }
    >
      {lastRead.status === 'failed' && (
        <Notice tone="danger" title="The registry could not be read">
          {lastRead.message} What was read before stays in use. Press Refresh when the server is well again.
        </Notice>
      )}
      {previewCard}
      {isDeveloping && developmentCard}
      <Card title="This console">
        <DefinitionList isWide items={ownFacts(provided, lastRead, config.registryUrl)} />
      </Card>
      <Card
        title="Remotes"
        description={
          'Every remote of the registry. Contract tells whether what it requires is what this console ' + 'provides.'
        }
      >
        <RemoteTable views={views} />
      </Card>
      {shown && (
        <Card
          title={remoteTitle(shown.record.id)}
          description="What is in use of it, how it loaded, what it requires, and what went wrong."
        >
          <Select
            label="Remote"
            options={views.map(({ record: { id } }) => ({ value: id, title: id }))}
            value={shown.record.id}
            onChange={setChosen}
          />
          <RemoteDetails view={shown} />
          <RemoteHistory
            key={shown.record.id}
            id={shown.record.id}
            registryUrl={config.registryUrl}
            fetchDocument={fetchDocument}
          />
        </Card>
      )}
      <FleetCard />
      {!isDeveloping && developmentCard}
    </Page>
  );
}

function needsLooking(view: RemoteView): boolean {
  return view.record.state.status === 'failed' || view.record.source === 'none' || misfits(view).length > 0;
}

/** The host's own versions. The subpaths of shared-lib have one version, as they are one package. */
function ownFacts({ versions, apiVersion }: Provided, lastRead: LastRead, registryUrl: string): readonly Definition[] {
  const packages = new Map(
    Object.entries(versions).map(([key, version]) => [
      key.replace(/^(@[^/]+\/[^/]+|[^@/]+)\/.*$/, '$1').replace('@device-console/', ''),
      version,
    ]),
  );
  return [
    ...[...packages].map(([term, value]) => ({ term, value })),
    { term: 'API', value: apiVersion },
    { term: 'Registry', value: registryUrl },
    {
      term: 'Registry last read',
      value: lastReadText(lastRead),
      tone: lastRead.status === 'failed' ? ('warning' as const) : ('plain' as const),
    },
  ];
}
