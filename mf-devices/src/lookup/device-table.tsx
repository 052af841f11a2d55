import { type ReactNode, useMemo } from 'react';
import { commandDisplayName, type DeviceRow, isImei } from '@device-console/shared-lib/contract';
import {
  type DeviceActionLink,
  timeColumn,
  useAddresses,
  useDeviceActions,
  withImei,
} from '@device-console/shared-lib/console';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { Actions, buttonClass, Digits, Notice, StatusBadge } from '@device-console/shared-lib/ui';
import { MenuButton } from '@device-console/shared-lib/ui/menu';
import { type Column, DataTable, imeiColumn } from '@device-console/shared-lib/ui/table';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import {
  deviceStateTitles,
  DeviceStateBadge,
  deviceSummary,
  isDeviceState,
} from '@device-console/shared-lib/ui/timeline';
import { t } from '../t.ts';

type DeviceColumn = Column<DeviceRow>;

function field(id: keyof DeviceRow, header: string, widths: Pick<DeviceColumn, 'width' | 'denseWidth'>): DeviceColumn {
  return { id, header, sortValue: (device) => device[id], denseLines: 2, ...widths };
}

/** By field. */
export const deviceColumns = {
  imei1: imeiColumn('imei1', t('IMEI 1'), ({ imei1 }) => imei1, {
    cell: ({ imei1 }) => <DeviceLink imei={imei1} />,
    isRowHeader: true,
  }),
  imei2: imeiColumn('imei2', t('IMEI 2'), ({ imei2 }) => imei2),
  claimstatus: {
    ...field('claimstatus', t('Enrollment Status'), { width: 150, denseWidth: 104 }),
    cell: (device) => <ClaimStatus device={device} />,
  },
  registrationstatus: field('registrationstatus', t('Registration Status'), { width: 165, denseWidth: 86 }),
  appversion: field('appversion', t('App Version'), { width: 115, denseWidth: 60 }),
  apptype: field('apptype', t('App Type'), { width: 105, denseWidth: 64 }),
  command: {
    ...field('command', t('Last Command'), { width: 150, denseWidth: 92 }),
    sortValue: ({ command }) => commandDisplayName(command),
  },
  createdat: timeColumn('createdat', t('Created At'), ({ createdat }) => createdat),
  state: {
    ...field('state', t('State'), { width: 170, denseWidth: 100 }),
    sortValue: ({ state }) => (isDeviceState(state) ? deviceStateTitles[state] : state),
    cell: ({ state }) => <DeviceStateBadge state={state} />,
  },
} as const satisfies Readonly<Record<string, DeviceColumn>>;

function columns(actions: readonly DeviceActionLink[], hasStates: boolean): readonly DeviceColumn[] {
  const { imei1, imei2, state, ...others } = deviceColumns;
  return [
    { id: 'number', header: t('S.No.'), cell: (_row, index) => index + 1, width: 64, denseWidth: 40, kind: 'number' },
    {
      id: 'action',
      header: t('Action'),
      cell: (row) => <DeviceActions actions={actions.filter(({ suits }) => suits(row))} imei={row.imei1} />,
      width: 160,
      denseWidth: 124,
      isExported: false,
    },
    imei1,
    imei2,
    ...Object.values(others),
    ...(hasStates ? [{ ...state, priority: 'useful' as const }] : []),
  ];
}

/** The specification's action; what we and other remotes add is in a menu, to leave room for its columns (D23). */
const VIEW_AUDIT = 'mf-reports/view-audit';

/** A back end may return something else than an IMEI (D1a). */
function DeviceLink({ imei }: { readonly imei: string }): ReactNode {
  const { to } = useAddresses();
  const digits = <Digits>{imei}</Digits>;
  return isImei(imei) ? <Link to={withImei(to('device'), imei)}>{digits}</Link> : digits;
}

interface DeviceActionsProps {
  readonly actions: readonly DeviceActionLink[];
  readonly imei: string;
}

function DeviceActions({ actions, imei }: DeviceActionsProps): ReactNode {
  const navigate = useNavigate();
  const viewAudit = actions.find(({ id }) => id === VIEW_AUDIT);
  const inMenu = actions.filter((action) => action !== viewAudit);
  const open = (wanted: string): void => {
    const action = inMenu.find(({ id }) => id === wanted);
    if (action) void navigate(action.hrefFor(imei));
  };
  return (
    <Actions>
      {viewAudit && (
        <Link className={buttonClass({ size: 'small' })} to={viewAudit.hrefFor(imei)}>
          {viewAudit.title}
        </Link>
      )}
      {inMenu.length > 0 && (
        <MenuButton
          size="small"
          label={t('Commands')}
          spokenLabel={t('Commands for {imei}', { imei })}
          isIconOnly
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
  const hasStates = rows.some(({ state }) => state !== '');
  const shown = useMemo(() => columns(actions, hasStates), [actions, hasStates]);
  const isWorkable = !isGrowing && rows.length > 0;
  return (
    <DataTable
      rows={rows}
      label={label}
      columns={shown}
      columnsName="devices"
      emptyText={t('No results found')}
      emptyHelp={t('Compare the IMEI with the device, or check its audit: it may have been released.')}
      isSortable={!isGrowing}
      isFilterable={isWorkable}
      exportName={isWorkable ? exportName : undefined}
    />
  );
}

const looks = {
  enrolled: { tone: 'success', icon: 'device' },
  released: { tone: 'warning', icon: 'release' },
  'de-enrolled': { tone: 'neutral', icon: 'formatted' },
} as const;

/** The server's word, with an icon if its meaning is known (L3, D1a). */
function ClaimStatus({ device }: { readonly device: DeviceRow }): ReactNode {
  const { enrolment } = deviceSummary(device);
  if (enrolment === 'unknown' || device.claimstatus === '') return device.claimstatus;
  const { tone, icon } = looks[enrolment];
  return (
    <StatusBadge tone={tone} icon={<LineIcon name={icon} size={14} />}>
      {device.claimstatus}
    </StatusBadge>
  );
}

/** Shown if the device accepts no more commands (L3). */
export function EnrolmentNotice({ devices }: { readonly devices: readonly DeviceRow[] }): ReactNode {
  const [device, ...others] = devices;
  if (!device || others.length > 0) return null;
  const { enrolment } = deviceSummary(device);
  if (enrolment !== 'released' && enrolment !== 'de-enrolled') return null;
  return (
    <Notice tone={enrolment === 'released' ? 'warning' : 'info'} announce="status">
      {enrolment === 'released'
        ? t('This device is released. It takes no more commands.')
        : t('This device is de-enrolled. It takes no commands until it is enrolled again.')}
    </Notice>
  );
}
