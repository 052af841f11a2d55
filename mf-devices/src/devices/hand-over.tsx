import { type ReactNode, useCallback, useState } from 'react';
import {
  BATCH_PAGE_ROWS,
  calls,
  type Command,
  commandById,
  type CommandId,
  commandList,
  copyCall,
  limits,
  type ListedDevice,
  mayAccess,
} from '@device-console/shared-lib/contract';
import {
  commandTitle,
  failureNotice,
  formatCount,
  saveFile,
  useAddresses,
  useBatchHandover,
  useConsole,
  useQuery,
  useSession,
  withImei,
  useIsOffered,
} from '@device-console/shared-lib/console';
import { type FoundPages, pagesOf } from '@device-console/shared-lib/records';
import { imeiListFile, notificationListCsv } from '@device-console/shared-lib/csv';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { Button, Notice, Progress } from '@device-console/shared-lib/ui';
import { MenuButton } from '@device-console/shared-lib/ui/menu';
import { commandOfReport, type DeviceFilter } from './device-filter.ts';
import { type ReadDevices, useReadDevices } from './read-devices.ts';
import styles from './devices.module.css';
import { t } from '../t.ts';

const FILE = 'devices.csv';
const NOTIFICATIONS = 'notifications.csv';

function useListCommands(): readonly Command[] {
  const { api } = useConsole();
  const session = useSession();
  const isOffered = useIsOffered();
  const { audience } = useAddresses();
  return commandList.filter(
    (command) =>
      command.batch !== null &&
      command.audiences.includes(audience) &&
      mayAccess(session, command) &&
      isOffered(command) &&
      api.offers(copyCall(command.batch.copyPath)),
  );
}

/** Reads pages until the end, or until there are more devices than a batch takes. */
async function imeisOf(
  read: ReadDevices,
  filter: DeviceFilter,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<readonly string[]> {
  const call = calls.deviceList;
  const pages = pagesOf((cursor) => read(filter, { limit: BATCH_PAGE_ROWS, cursor }, signal), {
    path: call.path,
    most: limits.batchRows + 1,
    signal,
  });
  const imeis: string[] = [];
  for await (const { items } of pages) {
    for (const { imei1 } of items) imeis.push(imei1);
    onProgress(imeis.length);
  }
  return imeis;
}

interface HandOverProps {
  readonly chosen: ChosenDevices;
  /** Null if the total is unknown. */
  readonly count: number | null;
  readonly found: FoundPages<DeviceFilter, ListedDevice>;
}

type Gathered = 'done' | 'too-many' | 'notifications';

interface Gathering {
  readonly then: (imeis: readonly string[]) => void;
  readonly done: Gathered;
}

/** Collects the chosen devices, including those not shown. */
function useChosenList({ chosen, found }: HandOverProps) {
  const read = useReadDevices();
  const [collected, setCollected] = useState(0);
  const { state, ask, reset } = useQuery(
    useCallback(
      async ({ then, done }: Gathering, signal: AbortSignal): Promise<Gathered> => {
        setCollected(0);
        const all = !chosen.isAll
          ? [...chosen.apart]
          : found.next === ''
            ? found.rows.map(({ imei1 }) => imei1)
            : await imeisOf(read, found.query, signal, setCollected);
        const imeis = all.filter((imei) => isChosen(chosen, imei));
        if (imeis.length > limits.batchRows) return 'too-many';
        if (!signal.aborted) then(imeis);
        return done;
      },
      [read, chosen, found],
    ),
  );
  return {
    ...{ state, collected, stop: reset },
    gather: (then: (imeis: readonly string[]) => void, done: Gathered = 'done') => ask({ then, done }),
  };
}

type ChosenList = ReturnType<typeof useChosenList>;

/** The commands that most selections are for; the others are in a menu. */
const FIRST = ['lock', 'unlock'] as const satisfies readonly CommandId[];
const isForGood = ({ destructive, inverse }: Command): boolean => destructive === true && inverse === undefined;

interface SelectionBarProps extends HandOverProps {
  readonly onClear: () => void;
}

/** What can be done with the selected devices: a command, or a file. Nothing is sent from here (D40a, D40d). */
export function SelectionBar({ onClear, ...props }: SelectionBarProps): ReactNode {
  const { count } = props;
  const list = useChosenList(props);
  const { state } = list;
  if (state.status === 'loading' && list.collected > 0)
    return (
      <div className={styles['selection']} role="group" aria-label={t('Selected devices')}>
        <Progress
          label={t('Gathering the devices')}
          value={list.collected}
          max={count ?? list.collected}
          text={formatCount(list.collected)}
        />
        <Button size="small" onPress={list.stop}>
          {t('Cancel')}
        </Button>
      </div>
    );
  return (
    <div className={styles['selection']} role="group" aria-label={t('Selected devices')}>
      <span role="status">
        {count === null ? t('All selected') : t('{count} selected', { count: formatCount(count) })}
      </span>
      <Commands {...props} list={list} />
      <Button size="small" onPress={() => list.gather((imeis) => saveFile(FILE, imeiListFile(imeis, FILE)))}>
        {t('Save the list (CSV)')}
      </Button>
      <Button size="small" variant="quiet" onPress={onClear}>
        {t('Clear the selection')}
      </Button>
      <span className={styles['note']}>{t('Nothing is sent from here.')}</span>
      {state.status === 'failed' && (
        <Notice
          tone="danger"
          title={t('The devices could not be gathered; nothing was done')}
          {...failureNotice(state.error)}
        />
      )}
      {state.status === 'ready' && state.last === 'too-many' && (
        <Notice tone="warning">
          {t('A batch takes at most {limit} devices. Filter for fewer.', { limit: formatCount(limits.batchRows) })}
        </Notice>
      )}
      {state.status === 'ready' && state.last === 'notifications' && <NotificationsSaved />}
    </div>
  );
}

/** Each opens its screen: with one device in the form, with several as the list of a batch. */
function Commands({ found, chosen, list }: HandOverProps & { readonly list: ChosenList }): ReactNode {
  const { handOver } = useBatchHandover();
  const { to } = useAddresses();
  const navigate = useNavigate();
  const commands = useListCommands();
  const { trouble, report } = found.query;
  const again = trouble === '' ? undefined : commands.find(({ id }) => id === commandOfReport(report)?.id);
  const [only, ...others] = chosen.isAll ? [] : chosen.apart;
  const send = (id: string): void => {
    const command = commands.find((one) => one.id === id);
    if (!command) return;
    if (only !== undefined && others.length === 0) void navigate(withImei(to(command.screen), only));
    else if (command.batch?.file === 'imei') list.gather((imeis) => handOver(command.id, imeiListFile(imeis, FILE)));
    else
      list.gather(
        (imeis) =>
          saveFile(NOTIFICATIONS, new Blob([...notificationListCsv(imeis)], { type: 'text/csv;charset=utf-8' })),
        'notifications',
      );
  };
  const first = commands.filter(({ id, batch }) => FIRST.some((one) => one === id) || batch?.file === 'notification');
  const rest = commands.filter((command) => !first.includes(command));
  const inOrder = [...rest.filter((command) => !isForGood(command)), ...rest.filter(isForGood)];
  return (
    <>
      {again && (
        <Button size="small" variant="primary" onPress={() => send(again.id)}>
          {t('{title} again', { title: commandTitle(again, null) })}
        </Button>
      )}
      {first.map((command) => (
        <Button key={command.id} size="small" onPress={() => send(command.id)}>
          {commandTitle(command, null)}
        </Button>
      ))}
      {inOrder.length > 0 && (
        <MenuButton
          size="small"
          label={t('More…')}
          spokenLabel={t('More commands')}
          choices={inOrder.map((command) => ({
            id: command.id,
            label: commandTitle(command, null),
            isDanger: isForGood(command),
          }))}
          onChoose={send}
        />
      )}
    </>
  );
}

/** A notification has an amount and a date for each device: the operator writes them into the saved list. */
function NotificationsSaved(): ReactNode {
  const { to } = useAddresses();
  return (
    <Notice tone="info" title={t('The list was saved as {file}', { file: NOTIFICATIONS })}>
      {t('Write name, amount, date and template of each device into it, then choose it on this screen:')}{' '}
      <Link to={to(commandById('notify').screen)}>{commandTitle(commandById('notify'), null)}</Link>
    </Notice>
  );
}

/** Some devices of a list, or all but some. */
export interface ChosenDevices {
  readonly isAll: boolean;
  /** The chosen devices, or those excluded from all. */
  readonly apart: ReadonlySet<string>;
}

export const noneChosen: ChosenDevices = { isAll: false, apart: new Set() };
export const allChosen: ChosenDevices = { isAll: true, apart: new Set() };

export const isChosen = ({ isAll, apart }: ChosenDevices, imei: string): boolean => isAll !== apart.has(imei);

export const countOf = ({ isAll, apart }: ChosenDevices, total: number | null): number | null =>
  isAll ? total && total - apart.size : apart.size;

function withDevices(chosen: ChosenDevices, imeis: readonly string[], isWanted: boolean): ChosenDevices {
  const apart = new Set(chosen.apart);
  for (const imei of imeis)
    if (isWanted === chosen.isAll) apart.delete(imei);
    else apart.add(imei);
  return { ...chosen, apart };
}

/** Selects single devices, and ranges that start at the last device pressed. */
export function useChosen(first: ChosenDevices, imeis: readonly string[]) {
  const [chosen, setChosen] = useState(first);
  const [last, setLast] = useState<number | null>(null);
  const press = (place: number, isWanted: boolean, isRange: boolean): void => {
    const from = isRange && last !== null ? last : place;
    setChosen(withDevices(chosen, imeis.slice(Math.min(from, place), Math.max(from, place) + 1), isWanted));
    setLast(place);
  };
  return { chosen, setChosen, press };
}
