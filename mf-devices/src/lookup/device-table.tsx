import { useMemo, type ReactNode } from 'react';
import { commandDisplayName, isImei, type DeviceRow } from '@device-console/shared-lib/contract';
import {
  timeColumn,
  addressOf,
  useAddresses,
  useDeviceActions,
  withImei,
  type DeviceActionLink,
} from '@device-console/shared-lib/console';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { Actions, buttonClass, Digits } from '@device-console/shared-lib/ui';
import { MenuButton } from '@device-console/shared-lib/ui/menu';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { ClaimStatus } from './claim-status.tsx';
import { t } from '../t.ts';

function textColumn(id: string, header: string, text: (row: DeviceRow) => string, width = 150): Column<DeviceRow> {
  return { id, header, sortValue: text, width };
}

interface ColumnParts {
  readonly actions: readonly DeviceActionLink[];
  readonly hrefOf: (imei: string) => string;
}

/** Columns by field; `hrefOf` gives the address of a device's page. */
export function deviceColumns(hrefOf: (imei: string) => string) {
  return {
    imei1: {
      ...textColumn('imei1', t('IMEI 1'), ({ imei1 }) => imei1, 160),
      cell: ({ imei1 }) => <DeviceLink imei={imei1} hrefOf={hrefOf} />,
      isRowHeader: true,
    },
    imei2: {
      ...textColumn('imei2', t('IMEI 2'), ({ imei2 }) => imei2, 160),
      cell: ({ imei2 }) => <Digits>{imei2}</Digits>,
    },
    claimstatus: {
      ...textColumn('claimstatus', t('Enrollment Status'), ({ claimstatus }) => claimstatus),
      cell: (device) => <ClaimStatus device={device} />,
    },
    registrationstatus: textColumn(
      'registrationstatus',
      t('Registration Status'),
      ({ registrationstatus }) => registrationstatus,
      165,
    ),
    appversion: textColumn('appversion', t('App Version'), ({ appversion }) => appversion, 115),
    apptype: textColumn('apptype', t('App Type'), ({ apptype }) => apptype, 105),
    command: textColumn('command', t('Last Command'), ({ command }) => commandDisplayName(command)),
    createdat: timeColumn<DeviceRow>('createdat', t('Created At'), ({ createdat }) => createdat),
  } as const satisfies Readonly<Record<string, Column<DeviceRow>>>;
}

function columns({ actions, hrefOf }: ColumnParts): readonly Column<DeviceRow>[] {
  const { imei1, imei2, ...others } = deviceColumns(hrefOf);
  return [
    { id: 'number', header: t('S.No.'), cell: (_row, index) => index + 1, width: 64, kind: 'number' },
    {
      id: 'action',
      header: t('Action'),
      cell: (row) => <DeviceActions actions={actions.filter(({ suits }) => suits(row))} imei={row.imei1} />,
      width: widthOf(actions),
      isExported: false,
    },
    imei1,
    imei2,
    ...Object.values(others),
  ];
}

/** If there are more, all but the first go into a menu. */
const BUTTONS_IN_A_ROW = 4;

function widthOf(actions: readonly DeviceActionLink[]): number {
  return actions.length > BUTTONS_IN_A_ROW ? 250 : 40 + 130 * Math.max(actions.length, 1);
}

/** A back end may return something else than an IMEI (D1a). */
function DeviceLink({ imei, hrefOf }: { readonly imei: string; readonly hrefOf: (imei: string) => string }): ReactNode {
  const digits = <Digits>{imei}</Digits>;
  return isImei(imei) ? <Link to={hrefOf(imei)}>{digits}</Link> : digits;
}

function DeviceActions({
  actions,
  imei,
}: {
  readonly actions: readonly DeviceActionLink[];
  readonly imei: string;
}): ReactNode {
  const navigate = useNavigate();
  const buttons = actions.length > BUTTONS_IN_A_ROW ? actions.slice(0, 1) : actions;
  const inMenu = actions.slice(buttons.length);
  const open = (wanted: string): void => {
    const action = inMenu.find(({ id }) => id === wanted);
    if (action) void navigate(action.hrefFor(imei));
  };
  return (
    <Actions>
      {buttons.map(({ id, title, hrefFor }) => (
        <Link key={id} className={buttonClass({ size: 'small' })} to={hrefFor(imei)}>
          {title}
        </Link>
      ))}
      {inMenu.length > 0 && (
        <MenuButton
          size="small"
          label={t('Commands')}
          choices={inMenu.map(({ id, title }) => ({ id, label: title }))}
          onChoose={open}
        />
      )}
    </Actions>
  );
}

interface DeviceTableProps {
  readonly rows: readonly DeviceRow[];
  readonly label: string;
  /** Without its ending. */
  readonly exportName: string;
  /** More rows are coming. */
  readonly isGrowing?: boolean | undefined;
}

/** Shows each device's page and the operator's actions (L3, L4, R8). */
export function DeviceTable({ rows, label, exportName, isGrowing = false }: DeviceTableProps): ReactNode {
  const actions = useDeviceActions();
  const { audience } = useAddresses();
  const shown = useMemo(() => {
    const hrefOf = (imei: string): string => withImei(addressOf(audience, 'device'), imei);
    return columns({ actions, hrefOf });
  }, [actions, audience]);
  const isWorkable = !isGrowing && rows.length > 0;
  return (
    <DataTable
      rows={rows}
      label={label}
      columns={shown}
      columnsName="devices"
      emptyText={t('No results found')}
      emptyHelp={t('Compare the IMEI with the device, or look at its audit: it may have been released.')}
      isSortable={!isGrowing}
      isFilterable={isWorkable}
      exportName={isWorkable ? exportName : undefined}
    />
  );
}
