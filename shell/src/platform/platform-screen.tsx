import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { useConsole, useSession } from '@device-console/shared-lib/console';
import type { Provided } from '@device-console/shared-lib/remote';
import { useLocation } from '@device-console/shared-lib/router';
import { Button, Card, DefinitionList, Notice, Page, Select, type Definition } from '@device-console/shared-lib/ui';
import type { Development, DevelopmentState } from '../development/development.ts';
import { remoteTitle } from '../remotes/choose-release.ts';
import type { LastRead } from '../remotes/registry-store.ts';
import type { Remotes } from '../runtime/create-remotes.ts';
import type { FetchDocument } from '../runtime/create-runtime.ts';
import { DevelopmentCard } from './development-card.tsx';
import { readDevelopmentLink } from './development-link.ts';
import { lastReadText } from './platform-texts.ts';
import { RemoteDetails } from './remote-details.tsx';
import { RemoteHistory } from './remote-history.tsx';
import { RemoteTable } from './remote-table.tsx';
import { misfits, remoteViews, type RemoteView } from './remote-view.ts';

/** Props of {@link PlatformScreen}. */
export interface PlatformScreenProps {
  readonly remotes: Pick<Remotes, 'registry' | 'deployment' | 'log' | 'loader' | 'development' | 'guard'>;
  readonly fetchDocument: FetchDocument;
}

/** What runs on this page and where it comes from, for superadmins: the console's own versions, and every remote. */
export function PlatformScreen({ remotes, fetchDocument }: PlatformScreenProps): ReactNode {
  const { registry, deployment, log, loader, development, guard } = remotes;
  const { config } = useConsole();
  const operator = useSession();
  const records = useSyncExternalStore(log.subscribe, log.getSnapshot);
  const deployed = useSyncExternalStore(deployment.subscribe, deployment.getSnapshot);
  const state = useSyncExternalStore(registry.subscribe, registry.getSnapshot);
  const lastRead = useSyncExternalStore(registry.subscribe, registry.getLastRead);
  const developing = useDevelopment(development);
  const [isReading, setReading] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const { hash } = useLocation();
  const provided = loader.provided();
  const views = remoteViews({ records, deployed, operator, provided, development: developing, registry: state.status === 'ready' ? state.registry : null });
  const shown = views.find(({ record }) => record.id === chosen) ?? views.find(needsLooking) ?? views[0];
  const refresh = (): void => {
    setReading(true);
    void registry.refresh().finally(() => setReading(false));
  };
  const developmentCard = development && <DevelopmentCard development={development} state={developing} guard={guard} ids={views.map(({ record: { id } }) => id)} />;
  // It comes first for whoever came for it.
  const isDeveloping = developing.status !== 'off' || readDevelopmentLink(hash) !== null;
  return (
    <Page
      title="Platform"
      lead="What runs on this page of yours and where it comes from. Load times and failures are those of this page since it was loaded."
      actions={<Button isPending={isReading} onPress={refresh}>Refresh</Button>}
    >
      {lastRead.status === 'failed' && (
        <Notice tone="danger" title="The registry could not be read">{`${lastRead.message} What was read before stays in use. Press Refresh when the server is well again.`}</Notice>
      )}
      {isDeveloping && developmentCard}
      <Card title="This console">
        <DefinitionList isWide items={ownFacts(provided, lastRead, config.registryUrl)} />
      </Card>
      <Card title="Remotes" description="Every remote of the registry. Contract tells whether what it requires is what this console provides.">
        <RemoteTable views={views} />
      </Card>
      {shown && (
        <Card title={remoteTitle(shown.record.id)} description="What is in use of it, how it loaded, what it requires, and what went wrong.">
          <Select label="Remote" options={views.map(({ record: { id } }) => ({ value: id, title: id }))} value={shown.record.id} onChange={setChosen} />
          <RemoteDetails view={shown} />
          <RemoteHistory key={shown.record.id} id={shown.record.id} registryUrl={config.registryUrl} fetchDocument={fetchDocument} />
        </Card>
      )}
      {!isDeveloping && developmentCard}
    </Page>
  );
}

const notDeveloping = { status: 'off' } as const;
const neverChanges = (): (() => void) => () => undefined;

function useDevelopment(development: Development | null): DevelopmentState {
  return useSyncExternalStore(development?.subscribe ?? neverChanges, development?.getSnapshot ?? (() => notDeveloping));
}

function needsLooking(view: RemoteView): boolean {
  return view.record.state.status === 'failed' || view.record.source === 'none' || misfits(view).length > 0;
}

/** The host's own versions. The subpaths of shared-lib have one version, as they are one package. */
function ownFacts({ versions, apiVersion }: Provided, lastRead: LastRead, registryUrl: string): readonly Definition[] {
  const packages = new Map(Object.entries(versions).map(([key, version]) => [key.replace(/^(@[^/]+\/[^/]+|[^@/]+)\/.*$/, '$1').replace('@device-console/', ''), version]));
  return [
    ...[...packages].map(([term, value]) => ({ term, value })),
    { term: 'API', value: apiVersion },
    { term: 'Registry', value: registryUrl },
    { term: 'Registry last read', value: lastReadText(lastRead), tone: lastRead.status === 'failed' ? ('warning' as const) : ('plain' as const) },
  ];
}
