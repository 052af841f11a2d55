import { type ReactNode, useCallback, useState } from 'react';
import {
  BATCH_PAGE_ROWS,
  calls,
  type Command,
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
  useRead,
  useSession,
  type Read,
} from '@device-console/shared-lib/console';
import { type FoundPages, pagesOf } from '@device-console/shared-lib/records';
import { imeiListFile } from '@device-console/shared-lib/csv';
import { Button, Notice, Progress } from '@device-console/shared-lib/ui';
import { MenuButton } from '@device-console/shared-lib/ui/menu';
import { bodyOf, commandOfReport, type DeviceFilter } from './device-filter.ts';
import { t } from '../t.ts';

const FILE = 'devices.csv';

function useListCommands(): readonly Command[] {
  const { api } = useConsole();
  const session = useSession();
  const { audience } = useAddresses();
  return commandList.filter(
    (command) =>
      command.batch?.file === 'imei' &&
      command.audiences.includes(audience) &&
      mayAccess(session, command) &&
      api.offers(copyCall(command.batch.copyPath)),
  );
}

/** Reads pages until the end, or until there are more devices than a batch takes. */
async function imeisOf(
  read: Read,
  filter: DeviceFilter,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<readonly string[]> {
  const call = calls.deviceList;
  const pages = pagesOf((cursor) => read(call, { ...bodyOf(filter), limit: BATCH_PAGE_ROWS, cursor }, { signal }), {
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

/** Collects the chosen devices, including those not shown. */
function useChosenList({ chosen, found }: HandOverProps) {
  const read = useRead();
  const [collected, setCollected] = useState(0);
  const { state, ask, reset } = useQuery(
    useCallback(
      async (then: (file: File) => void, signal: AbortSignal): Promise<'done' | 'too-many'> => {
        setCollected(0);
        const all = !chosen.isAll
          ? [...chosen.apart]
          : found.next === ''
            ? found.rows.map(({ imei1 }) => imei1)
            : await imeisOf(read, found.query, signal, setCollected);
        const imeis = all.filter((imei) => isChosen(chosen, imei));
        if (imeis.length > limits.batchRows) return 'too-many';
        if (!signal.aborted) then(imeiListFile(imeis, FILE));
        return 'done';
      },
      [read, chosen, found],
    ),
  );
  return { state, collected, stop: reset, gather: ask };
}

/** Passes the chosen devices to a command's batch, or saves a file (D40a, D40d). */
export function HandOver(props: HandOverProps): ReactNode {
  const { count, found } = props;
  const { handOver } = useBatchHandover();
  const commands = useListCommands();
  const { state, collected, stop, gather } = useChosenList(props);
  const again = commands.find(({ id }) => id === commandOfReport(found.query.report)?.id);
  const send = (id: CommandId) => gather((file) => handOver(id, file));
  const isNone = count === 0;
  const devices =
    count === null
      ? t('all devices')
      : t('{count, plural, one {{count} device} other {{count} devices}}', { count: formatCount(count) });
  if (state.status === 'loading' && collected > 0)
    return (
      <>
        <Progress
          label={t('Gathering the devices')}
          value={collected}
          max={found.total ?? collected}
          text={formatCount(collected)}
        />
        <Button size="small" onPress={stop}>
          {t('Cancel')}
        </Button>
      </>
    );
  return (
    <>
      {again && found.query.trouble !== '' && (
        <Button size="small" variant="primary" isDisabled={isNone} onPress={() => send(again.id)}>
          {t('{title} again: {devices}', { title: commandTitle(again, null), devices })}
        </Button>
      )}
      {commands.length > 0 && !isNone && (
        <MenuButton
          size="small"
          label={t('Hand {devices} to a command', { devices })}
          choices={commands.map((command) => ({ id: command.id, label: commandTitle(command, null) }))}
          onChoose={(id) => {
            const command = commands.find((one) => one.id === id);
            if (command) send(command.id);
          }}
        />
      )}
      <Button size="small" isDisabled={isNone} onPress={() => gather((file) => saveFile(FILE, file))}>
        {t('Save the list (CSV)')}
      </Button>
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
    </>
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
