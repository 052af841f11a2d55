import type { ReactNode } from 'react';
import { QueryNotice, useAddresses, useConsole, useHomePanels } from '@device-console/shared-lib/console';
import { Actions, Button, buttonClass, Card, HiddenText, Spinner } from '@device-console/shared-lib/ui';
import { RelativeTime } from '@device-console/shared-lib/ui/timeline';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { FileDropArea, FileField } from '@device-console/shared-lib/imei-file';
import { useUndoneSends } from '@device-console/shared-lib/single-command';
import { Link } from '@device-console/shared-lib/router';
import { type BatchHolder, useOwnBatches, useUnfinished } from '../batches/use-batches.ts';
import type { ScreenRoute } from '../navigation/screen-routes.ts';
import { AppVersions, CommandsByDay } from './home-charts.tsx';
import { type Figures, HomeTiles } from './home-tiles.tsx';
import { type HomeReads, type Permitted, useHomeReads, usePermitted } from './use-home.ts';
import { ApprovalList, AttentionList, MyActions, NewestBatches, RefusedList } from './home-lists.tsx';
import { UndoneList } from './undone-list.tsx';
import { UnfinishedBatches } from './unfinished-batches.tsx';
import styles from './dashboard.module.css';
import { t } from '../t.ts';
import { EntryIcon } from '../navigation/entry-icon.tsx';
import { useSearch } from '../search/search-context.ts';

export interface HomeProps {
  /** Null until known. */
  readonly figures: Figures | null;
  /** Milliseconds since the epoch. */
  readonly readAt: number | null;
  readonly round: number;
  readonly routes: readonly ScreenRoute[];
  readonly batches: BatchHolder;
}

/** False if it is not served, or nothing of it could be read. */
const hasContent = (overview: HomeReads['overview']): overview is NonNullable<HomeReads['overview']> =>
  overview !== null && (overview.status !== 'failed' || overview.last !== null);

/** Figures and sample files (H1, H2), then what needs attention, where to start, and recent activity (D40). */
export function Home({ figures, readAt, round, routes, batches }: HomeProps): ReactNode {
  const permitted = usePermitted(routes);
  const reads = useHomeReads(round);
  return (
    <>
      <HomeTiles
        figures={figures}
        overview={reads.overview?.last ?? null}
        hasOverview={hasContent(reads.overview)}
        permitted={permitted}
      />
      <Samples readAt={readAt} />
      <div className={styles['work']}>
        <NeedsAttention round={round} batches={batches} reads={reads} permitted={permitted} />
        <StartCard permitted={permitted} />
      </div>
      <Activity reads={reads} permitted={permitted} />
      <HomePanels key={`panels ${round}`} />
    </>
  );
}

/** A new key reloads them. */
function HomePanels(): ReactNode {
  return useHomePanels().map(({ id, title, Panel }) => (
    <Card key={id} title={title}>
      <Panel />
    </Card>
  ));
}

interface NeedsAttentionProps extends Pick<HomeProps, 'round' | 'batches'> {
  readonly reads: HomeReads;
  readonly permitted: Permitted;
}

/** Keeps its space while it loads, so that nothing below moves. */
function NeedsAttention({ round, batches, reads, permitted }: NeedsAttentionProps): ReactNode {
  const { overview, approvals, refused } = reads;
  const active = useOwnBatches(batches);
  const { state, again } = useUnfinished(round, active.length > 0);
  const unfinished = state.last ?? [];
  const asking = [state, approvals, overview, refused.read].filter((read) => read !== null);
  const isAwaited = asking.some(({ last, status }) => last === null && status !== 'failed');
  // Server data appears all at once, so that nothing moves.
  const known = isAwaited ? null : (overview?.last ?? null);
  const attention = known?.attention ?? [];
  const waiting = approvals?.last?.items.filter((request) => request.state === 'waiting') ?? [];
  const asked = isAwaited ? [] : waiting;
  const toAll = known ? reads.failedToAll : [];
  const refusedBatches = known ? refused.batches : [];
  const undone = useUndoneSends();
  const failures = [state, approvals, refused.read].filter((read) => read?.status === 'failed').length;
  const listed = [undone, unfinished, attention, toAll, asked, refusedBatches].reduce(
    (sum, { length }) => sum + length,
    0,
  );
  const isEmpty = listed + failures === 0;
  return (
    <Card title={t('Needs your attention')}>
      <div className={styles['needs']}>
        {isEmpty && isAwaited && <Spinner label={t('Loading')} />}
        {isEmpty && !isAwaited && (
          <p className={styles['settled']}>
            <LineIcon name="success" />
            {overview?.last ? t('Nothing failed recently, and nothing is unfinished.') : t('No batch is unfinished.')}
          </p>
        )}
        <QueryNotice
          state={state}
          tone="warning"
          title={t('The unfinished batches of this browser could not be read')}
        />
        <UndoneList undone={undone} />
        {unfinished.length > 0 && <UnfinishedBatches batches={unfinished} active={active} onDiscarded={again} />}
        {approvals && (
          <QueryNotice state={approvals} tone="warning" title={t('What waits for approval could not be read')} />
        )}
        {asked.length > 0 && <ApprovalList rows={asked} permitted={permitted} />}
        {attention.length + toAll.length > 0 && <AttentionList rows={attention} toAll={toAll} permitted={permitted} />}
        {refused.read && (
          <QueryNotice
            state={refused.read}
            tone="warning"
            title={t('Earlier batches that were refused could not be read')}
          />
        )}
        {refusedBatches.length > 0 && <RefusedList batches={refusedBatches} permitted={permitted} />}
      </div>
    </Card>
  );
}

/** Charts and lists for which the back end has data. */
function Activity({
  reads: { overview, versions },
  permitted,
}: Pick<NeedsAttentionProps, 'reads' | 'permitted'>): ReactNode {
  const shown = hasContent(overview);
  return (
    <>
      {overview && <QueryNotice state={overview} title={t('Charts and lists could not be loaded')} />}
      {(shown || versions) && (
        <div className={styles['pair']}>
          {shown && <CommandsByDay overview={overview.last} />}
          {versions && <AppVersions versions={versions} to={permitted.screenAddress('versions')} />}
        </div>
      )}
      {shown && (
        <div className={styles['pair']}>
          <MyActions overview={overview.last} permitted={permitted} />
          <NewestBatches overview={overview.last} permitted={permitted} />
        </div>
      )}
    </>
  );
}

/** The sample files (H2), and the age of the figures. */
function Samples({ readAt }: Pick<HomeProps, 'readAt'>): ReactNode {
  const { samples } = useConsole().config;
  return (
    <div className={styles['samples']}>
      <span>{t('Sample files')}</span>
      <a href={samples.imei} download="sample.csv">
        {t('Sample CSV')}
      </a>
      <a href={samples.notify} download="notification-sample.csv">
        {t('Notification sample CSV')}
      </a>
      {readAt !== null && (
        <span className={styles['updated']}>
          {t('Updated')} <RelativeTime moment={readAt} />
        </span>
      )}
    </div>
  );
}

/** The search, which a file can be given to here, and the operator's commands. Nothing is sent from here. */
function StartCard({ permitted: { commands } }: { readonly permitted: Permitted }): ReactNode {
  const { open } = useSearch();
  const { to } = useAddresses();
  return (
    <Card
      title={t('Find or command devices')}
      description={
        commands.length > 0
          ? t('One IMEI opens its device. Paste several, or drop a CSV or Excel file here, to prepare a batch.')
          : undefined
      }
    >
      <FileDropArea onText={open}>
        <div className={styles['start']}>
          <Actions>
            <Button variant="primary" onPress={() => open()}>
              <LineIcon name="search" size={16} />
              {t('Search')}
            </Button>
          </Actions>
          {commands.length > 0 && <FileField label={t('CSV file')} onSelect={open} />}
          {commands.length === 0 ? (
            <p className={styles['muted']}>
              {t('You have no permission for a command. Your admin can give you some.')}
            </p>
          ) : (
            <>
              <HiddenText>
                <h3>{t('Commands')}</h3>
              </HiddenText>
              <ul className={styles['commands']} aria-label={t('Commands')}>
                {commands.map(({ id, title, screen, icon }) => (
                  <li key={id}>
                    <Link className={buttonClass({})} to={to(screen)}>
                      <EntryIcon name={icon} />
                      {t.known(title)}
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </FileDropArea>
    </Card>
  );
}
