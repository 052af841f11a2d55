import { useMemo, useRef, type ReactNode } from 'react';
import type { ListedDevice } from '@device-console/shared-lib/contract';
import { failureNotice, formatCount, timeColumn } from '@device-console/shared-lib/console';
import type { FoundPages, PagedSearch } from '@device-console/shared-lib/records';
import { Actions, Button, Card, HiddenText, Notice } from '@device-console/shared-lib/ui';
import { Checkbox } from '@device-console/shared-lib/ui/fields';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { allChosen, type ChosenDevices, countOf, HandOver, isChosen, noneChosen, useChosen } from './hand-over.tsx';
import type { DeviceFilter } from './device-filter.ts';
import { deviceColumns } from '../lookup/device-table.tsx';
import { t } from '../t.ts';

type Found = FoundPages<DeviceFilter, ListedDevice>;

interface ListedDevicesProps {
  readonly found: Found;
  readonly pages: PagedSearch<DeviceFilter, ListedDevice>;
}

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

/** Shift chooses all between this one and the last one pressed. */
function ChooseBox({ imei, place, isOn, press }: ChooseBoxProps): ReactNode {
  const isRange = useRef(false);
  return (
    <span onClickCapture={({ shiftKey }) => (isRange.current = shiftKey)}>
      <Checkbox isSelected={isOn} onChange={(isWanted) => press(place, isWanted, isRange.current)}>
        <HiddenText>{t('Choose {imei}', { imei })}</HiddenText>
      </Checkbox>
    </span>
  );
}

function listColumns(chosen: ChosenDevices, press: ChooseBoxProps['press']): readonly Column<ListedDevice>[] {
  const { imei1, imei2, claimstatus, registrationstatus, appversion, command, createdat } = deviceColumns;
  return [
    {
      id: 'chosen',
      header: t('Chosen'),
      width: 84,
      isExported: false,
      cell: ({ imei1: imei }, place) => (
        <ChooseBox imei={imei} place={place} isOn={isChosen(chosen, imei)} press={press} />
      ),
    },
    imei1,
    { ...imei2, priority: 'extra' },
    claimstatus,
    { ...registrationstatus, priority: 'extra' },
    { id: 'model', header: t('Model'), sortValue: ({ brand, model }) => `${brand} ${model}`.trim(), width: 170 },
    appversion,
    command,
    timeColumn('commandat', t('Last Command At'), ({ commandat }) => commandat, { priority: 'useful' }),
    createdat,
  ];
}

/** The found devices, which of them are chosen, and what can be done with those (D40d). */
export function ListedDevices({ found, pages }: ListedDevicesProps): ReactNode {
  const { rows, next, total, more, query } = found;
  const imeis = useMemo(() => rows.map(({ imei1 }) => imei1), [rows]);
  const { chosen, setChosen, press } = useChosen(query.trouble === '' ? noneChosen : allChosen, imeis);
  const count = countOf(chosen, total ?? (next === '' ? rows.length : null));
  return (
    <Card title={t('Devices')} description={countText(found)}>
      <Actions>
        <Button size="small" isDisabled={rows.length === 0} onPress={() => setChosen(allChosen)}>
          {total === null
            ? t('Choose all')
            : t('{count, plural, one {Choose the {count} device} other {Choose all {count} devices}}', {
                count: formatCount(total),
              })}
        </Button>
        <Button size="small" isDisabled={count === 0} onPress={() => setChosen(noneChosen)}>
          {t('Choose none')}
        </Button>
        <HandOver chosen={chosen} count={count} found={found} />
      </Actions>
      <DataTable
        label={t('Devices')}
        columns={listColumns(chosen, press)}
        rows={rows}
        rowKey={({ imei1 }) => imei1}
        columnsName="listed-devices"
        minHeight={400}
        isSortable={false}
        exportName={next === '' && rows.length > 0 ? 'devices' : undefined}
        emptyText={t('No results found')}
        emptyHelp={t('Take something out of the filter.')}
      />
      {more.status === 'failed' && (
        <Notice tone="danger" title={t('Further devices could not be loaded')} {...failureNotice(more.error)} />
      )}
      {next !== '' && (
        <Actions>
          <Button isPending={more.status === 'loading'} onPress={() => pages.more(found)}>
            {t('Load more')}
          </Button>
        </Actions>
      )}
    </Card>
  );
}
