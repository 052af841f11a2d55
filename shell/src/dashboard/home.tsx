import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { isImei } from '@device-console/shared-lib/contract';
import { QueryNotice, useAddresses, useConsole, useHomePanels, withImei } from '@device-console/shared-lib/console';
import { Button, buttonClass, Card, ImeiField, Spinner } from '@device-console/shared-lib/ui';
import { MenuButton } from '@device-console/shared-lib/ui/menu';
import { RelativeTime } from '@device-console/shared-lib/ui/timeline';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { FileDropArea, FileField } from '@device-console/shared-lib/imei-file';
import { useUndoneSends } from '@device-console/shared-lib/single-command';
import { Link, useNavigate } from '@device-console/shared-lib/router';
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

/** Where to start, figures (H1), what needs attention, then recent activity and charts (D40). */
export function Home({ figures, readAt, round, routes, batches }: HomeProps): ReactNode {
  const permitted = usePermitted(routes);
  const reads = useHomeReads(round);
  const [hasSettled, setSettled] = useState(false);
  const isSettled = useCallback(() => setSettled(true), []);
  return (
    <>
      <StartCard permitted={permitted} readAt={readAt} />
      <HomeTiles
        figures={figures}
        overview={reads.overview?.last ?? null}
        hasOverview={hasContent(reads.overview)}
        counts={reads.counts}
        permitted={permitted}
      />
      <div className={styles['lists']}>
        <NeedsAttention round={round} batches={batches} reads={reads} permitted={permitted} onKnown={isSettled} />
        {hasSettled && hasContent(reads.overview) && <MyActions overview={reads.overview.last} permitted={permitted} />}
      </div>
      {hasSettled && (
        <>
          <HomePanels key={`panels ${round}`} />
          <Activity reads={reads} permitted={permitted} />
        </>
      )}
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
  /** All of it is there: what comes below does not move any more. */
  readonly onKnown: () => void;
}

/** As high as what there is. */
function NeedsAttention({ round, batches, reads, permitted, onKnown }: NeedsAttentionProps): ReactNode {
  const { overview, approvals, refused } = reads;
  const active = useOwnBatches(batches);
  const { state, again } = useUnfinished(round, active.length > 0);
  const unfinished = state.last ?? [];
  const asking = [state, approvals, overview, refused.read].filter((read) => read !== null);
  const isAwaited = asking.some(({ last, status }) => last === null && status !== 'failed');
  useEffect(() => {
    if (!isAwaited) onKnown();
  }, [isAwaited, onKnown]);
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
      {shown && <NewestBatches overview={overview.last} permitted={permitted} />}
      {(shown || versions) && (
        <div className={styles['pair']}>
          {shown && <CommandsByDay overview={overview.last} />}
          {versions && <AppVersions versions={versions} to={permitted.screenAddress('versions')} />}
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

interface StartCardProps extends Pick<HomeProps, 'readAt'> {
  readonly permitted: Permitted;
}

/** A device, a list or a file, and what to do with it. Nothing is sent from here. */
function StartCard({ permitted, readAt }: StartCardProps): ReactNode {
  const { open } = useSearch();
  const { commands } = permitted;
  const [imei, setImei] = useState('');
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
          <div className={styles['one']}>
            <FindDevice imei={imei} onChange={setImei} permitted={permitted} />
            {commands.length === 0 ? (
              <p className={styles['muted']}>
                {t('You have no permission for a command. Your admin can give you some.')}
              </p>
            ) : (
              <CommandLinks commands={commands} imei={imei} />
            )}
          </div>
          {commands.length > 0 && <FileField label={t('CSV file')} onSelect={open} />}
        </div>
      </FileDropArea>
      <Samples readAt={readAt} />
    </Card>
  );
}

interface FindDeviceProps {
  readonly imei: string;
  readonly onChange: (imei: string) => void;
  readonly permitted: Permitted;
}

/** A whole IMEI opens its device, any other text the search. */
function FindDevice({ imei, onChange, permitted }: FindDeviceProps): ReactNode {
  const { open } = useSearch();
  const navigate = useNavigate();
  const find = (): void => {
    const device = isImei(imei) ? permitted.deviceOf(imei) : null;
    if (device === null) open(imei);
    else void navigate(device);
  };
  return (
    <div className={styles['find']} role="search" aria-label={t('Find or command devices')}>
      <div
        className={styles['field']}
        // Before the field refuses a part of an IMEI, which the search takes.
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          find();
        }}
      >
        <ImeiField value={imei} onChange={onChange} />
      </div>
      <Button variant="primary" onPress={find}>
        <LineIcon name="search" size={16} />
        {t('Find')}
      </Button>
    </div>
  );
}

/** The most frequent commands beside the field; the others are one press away. */
const COMMANDS = 3;

interface CommandLinksProps {
  readonly commands: Permitted['commands'];
  /** Goes with the operator to the command's form. */
  readonly imei: string;
}

function CommandLinks({ commands, imei }: CommandLinksProps): ReactNode {
  const { to } = useAddresses();
  const navigate = useNavigate();
  const addressOf = (screen: string): string => (isImei(imei) ? withImei(to(screen), imei) : to(screen));
  const more = commands.slice(COMMANDS);
  return (
    <ul className={styles['commands']} aria-label={t('Commands')}>
      {commands.slice(0, COMMANDS).map(({ id, title, screen, icon }) => (
        <li key={id}>
          <Link className={buttonClass({})} to={addressOf(screen)}>
            <EntryIcon name={icon} />
            {t.known(title)}
          </Link>
        </li>
      ))}
      {more.length > 0 && (
        <li>
          <MenuButton
            label={t('More commands')}
            choices={more.map(({ id, title }) => ({ id, label: t.known(title) }))}
            onChoose={(id) => {
              const chosen = more.find((command) => command.id === id);
              if (chosen) void navigate(addressOf(chosen.screen));
            }}
          />
        </li>
      )}
    </ul>
  );
}
