import type { ReactNode } from 'react';
import { failureNotice, QueryNotice, useConsole, useHomePanels } from '@device-console/shared-lib/console';
import { Card, Notice, Spinner } from '@device-console/shared-lib/ui';
import { RelativeTime } from '@device-console/shared-lib/ui/timeline';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import type { BatchHolder } from '../batches/batch-holder.ts';
import { useOwnBatches, useUnfinished } from '../batches/use-batches.ts';
import type { ScreenRoute } from '../navigation/screen-routes.ts';
import { AppVersions, CommandsByDay } from './home-charts.tsx';
import { HomeTiles, type Figures } from './home-tiles.tsx';
import { usePermitted, type Permitted } from './permitted.ts';
import { MyActions, NewestBatches } from './recent-lists.tsx';
import { StartCard } from './start-card.tsx';
import { UnfinishedBatches } from './unfinished-batches.tsx';
import { ApprovalList, AttentionList, RefusedList } from './needs-lists.tsx';
import { useHomeReads, type HomeReads } from './use-home.ts';
import styles from './dashboard.module.css';
import { t } from '../t.ts';

export interface HomeProps {
  /** Null until known. */
  readonly figures: Figures | null;
  /** Milliseconds since the epoch. */
  readonly readAt: number | null;
  readonly round: number;
  readonly routes: readonly ScreenRoute[];
  readonly batches: BatchHolder;
}

/** Figures and sample files (H1, H2), then what needs attention, where to start, and recent activity (D40). */
export function Home({ figures, readAt, round, routes, batches }: HomeProps): ReactNode {
  const permitted = usePermitted(routes);
  const reads = useHomeReads(round);
  return (
    <>
      <HomeTiles
        figures={figures}
        overview={reads.overview?.last ?? null}
        hasOverview={reads.overview !== null && (reads.overview.status !== 'failed' || reads.overview.last !== null)}
        permitted={permitted}
      />
      <Samples readAt={readAt} />
      <div className={styles['work']}>
        <NeedsYou round={round} batches={batches} reads={reads} permitted={permitted} />
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

interface NeedsYouProps extends Pick<HomeProps, 'round' | 'batches'> {
  readonly reads: HomeReads;
  readonly permitted: Permitted;
}

/** Keeps its space while it loads, so that nothing below moves. */
function NeedsYou({ round, batches, reads, permitted }: NeedsYouProps): ReactNode {
  const { overview, waiting, refused } = reads;
  const active = useOwnBatches(batches);
  const { state, again } = useUnfinished(round, active.length > 0);
  const unfinished = state.last ?? [];
  const isAwaited =
    refused.isAwaited ||
    [state, waiting, ...(overview ? [overview] : [])].some(({ last, status }) => last === null && status !== 'failed');
  // Server data appears all at once, so that nothing moves.
  const told = isAwaited ? null : (overview?.last ?? null);
  const attention = told?.attention ?? [];
  const asked = isAwaited ? [] : (waiting.last ?? []);
  const toAll = told ? reads.failedToAll : [];
  const refusedBatches = told ? refused.batches : [];
  const failures = [state, waiting].filter(({ status }) => status === 'failed').length + (refused.error ? 1 : 0);
  const listed = [unfinished, attention, toAll, asked, refusedBatches].reduce((sum, { length }) => sum + length, 0);
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
        {unfinished.length > 0 && <UnfinishedBatches batches={unfinished} active={active} onDiscarded={again} />}
        <QueryNotice state={waiting} tone="warning" title={t('What waits for approval could not be read')} />
        {asked.length > 0 && <ApprovalList rows={asked} permitted={permitted} />}
        {attention.length + toAll.length > 0 && <AttentionList rows={attention} toAll={toAll} permitted={permitted} />}
        {refused.error && (
          <Notice
            tone="warning"
            title={t('Earlier batches that were refused could not be read')}
            {...failureNotice(refused.error)}
          />
        )}
        {refusedBatches.length > 0 && <RefusedList batches={refusedBatches} permitted={permitted} />}
      </div>
    </Card>
  );
}

/** Charts and lists for which the back end has data. */
function Activity({ reads: { overview, versions }, permitted }: Pick<NeedsYouProps, 'reads' | 'permitted'>): ReactNode {
  const shown = overview !== null && (overview.status !== 'failed' || overview.last !== null);
  return (
    <>
      {overview && <QueryNotice state={overview} title={t('Charts and lists could not be loaded')} />}
      {(shown || versions) && (
        <div className={styles['pair']}>
          {shown && <CommandsByDay overview={overview.last} />}
          {versions && <AppVersions versions={versions} to={permitted.placeOf('versions')} />}
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
