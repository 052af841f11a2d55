import { useMemo, useRef, type ReactNode } from 'react';
import type { AnswerOf, calls, ListedDevice } from '@device-console/shared-lib/contract';
import { failureNotice, formatCount, type QueryState, timeColumn } from '@device-console/shared-lib/console';
import type { FoundPages, PagedSearch } from '@device-console/shared-lib/records';
import { Actions, Button, HiddenText, Notice } from '@device-console/shared-lib/ui';
import { Checkbox } from '@device-console/shared-lib/ui/fields';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { allChosen, type ChosenDevices, countOf, isChosen, noneChosen, SelectionBar, useChosen } from './hand-over.tsx';
import type { DeviceFilter } from './device-filter.ts';
import { deviceColumns } from '../lookup/device-table.tsx';
import styles from './devices.module.css';
import { t } from '../t.ts';

type Found = FoundPages<DeviceFilter, ListedDevice>;

function countText({ rows, next, total }: Found): string {
  if (next === '')
    return t('{count, plural, one {{count} device} other {{count} devices}}', { count: formatCount(rows.length) });
  return total === null
    ? t('{loaded} shown, there are more', { loaded: formatCount(rows.length) })
    : t('{loaded} of {total} shown', { loaded: formatCount(rows.length), total: formatCount(total) });
}

interface ChooseBoxProps {
  readonly imei: string;
  readonly place: number;
  readonly isOn: boolean;
  readonly press: (place: number, isWanted: boolean, isRange: boolean) => void;
}

/** Shift selects all between this one and the last one pressed. */
function ChooseBox({ imei, place, isOn, press }: ChooseBoxProps): ReactNode {
  const isRange = useRef(false);
  return (
    <span onClickCapture={({ shiftKey }) => (isRange.current = shiftKey)}>
      <Checkbox isSelected={isOn} onChange={(isWanted) => press(place, isWanted, isRange.current)}>
        <HiddenText>{t('Select {imei}', { imei })}</HiddenText>
      </Checkbox>
    </span>
  );
}

function listColumns(
  chosen: ChosenDevices,
  press: ChooseBoxProps['press'],
  hasStates: boolean,
): readonly Column<ListedDevice>[] {
  const { imei1, imei2, claimstatus, registrationstatus, appversion, command, createdat, state } = deviceColumns;
  return [
    {
      id: 'chosen',
      header: t('Selected'),
      width: 84,
      isExported: false,
      cell: ({ imei1: imei }, place) => (
        <ChooseBox imei={imei} place={place} isOn={isChosen(chosen, imei)} press={press} />
      ),
    },
    imei1,
    ...(hasStates ? [state] : []),
    { id: 'model', header: t('Model'), sortValue: ({ brand, model }) => `${brand} ${model}`.trim(), width: 170 },
    command,
    timeColumn('commandat', t('Last Command At'), ({ commandat }) => commandat, { priority: 'useful' }),
    appversion,
    hasStates ? { ...claimstatus, priority: 'extra' } : claimstatus,
    { ...registrationstatus, priority: 'extra' },
    { ...imei2, priority: 'extra' },
    { ...createdat, priority: 'useful' },
  ];
}

/** How the numbers of devices that the console shows add up. */
function Totals({ states }: { readonly states: Counts['states'] }): ReactNode {
  if (states.length === 0) return null;
  const sum = (...wanted: readonly string[]): number =>
    states.filter(({ state }) => wanted.includes(state)).reduce((total, { devices }) => total + devices, 0);
  const enrolled = sum('LOCKED', 'UNLOCKED', 'NO LOCK');
  const [deEnrolled, released] = [sum('DE-ENROLLED'), sum('RELEASED')];
  const figures = {
    all: formatCount(enrolled + deEnrolled + released),
    enrolled: formatCount(enrolled),
    deEnrolled: formatCount(deEnrolled),
    released: formatCount(released),
  };
  return (
    <p className={styles['totals']}>
      {t('{all} devices on record: {enrolled} enrolled, {deEnrolled} de-enrolled, {released} released.', figures)}{' '}
      {t('Total Devices on Home ({home}) leaves the released ones out.', { home: formatCount(enrolled + deEnrolled) })}
    </p>
  );
}

type Counts = AnswerOf<typeof calls.deviceCounts>;

interface ListedDevicesProps {
  readonly found: Found;
  readonly pages: PagedSearch<DeviceFilter, ListedDevice>;
  readonly counts: QueryState<Counts>;
  /** For others: these are about to go. */
  readonly isSearching: boolean;
}

/** The found devices, which of them are selected, and what can be done with those (D40d). */
export function ListedDevices({ found: listed, pages, counts, isSearching }: ListedDevicesProps): ReactNode {
  const counted = counts.status === 'ready' && !isSearching ? counts.last.total : null;
  const found = { ...listed, total: listed.total ?? counted };
  const { rows, next, more, query } = listed;
  const { total } = found;
  const imeis = useMemo(() => rows.map(({ imei1 }) => imei1), [rows]);
  const { chosen, setChosen, press } = useChosen(query.trouble === '' ? noneChosen : allChosen, imeis);
  const count = countOf(chosen, total ?? (next === '' ? rows.length : null));
  const hasStates = rows.some(({ state }) => state !== '');
  return (
    <div className={styles['list']} aria-busy={isSearching}>
      <DataTable
        label={t('Devices')}
        columns={listColumns(chosen, press, hasStates)}
        rows={rows}
        rowKey={({ imei1 }) => imei1}
        columnsName="listed-devices"
        minHeight={400}
        isSortable={false}
        hasBarBelow
        exportName={next === '' && rows.length > 0 ? 'devices' : undefined}
        emptyText={t('No results found')}
        emptyHelp={t('Take something out of the filter.')}
        summary={
          <div className={styles['count']}>
            <span role="status">{countText(found)}</span>
            <Button size="small" isDisabled={rows.length === 0 || isSearching} onPress={() => setChosen(allChosen)}>
              {total === null
                ? t('Select all')
                : t('{count, plural, one {Select the {count} device} other {Select all {count} devices}}', {
                    count: formatCount(total),
                  })}
            </Button>
          </div>
        }
      />
      {more.status === 'failed' && (
        <Notice tone="danger" title={t('Further devices could not be loaded')} {...failureNotice(more.error)} />
      )}
      {next !== '' && (
        <Actions>
          <Button isPending={more.status === 'loading'} onPress={() => pages.more(listed)}>
            {t('Load more')}
          </Button>
        </Actions>
      )}
      <Totals states={counts.last?.states ?? []} />
      {count !== 0 && !isSearching && (
        <SelectionBar chosen={chosen} count={count} found={found} onClear={() => setChosen(noneChosen)} />
      )}
    </div>
  );
}
