import { useMemo, type ReactNode } from 'react';
import { commandDisplayName, type DeviceRow } from '@device-console/shared-lib/contract';
import { formatTime, useDeviceActions, type DeviceActionLink } from '@device-console/shared-lib/console';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { Actions, buttonClass, Digits } from '@device-console/shared-lib/ui';
import { MenuButton } from '@device-console/shared-lib/ui/menu';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';

function columns(actions: readonly DeviceActionLink[]): readonly Column<DeviceRow>[] {
  return [
    { id: 'number', header: 'S.No.', cell: (_row, index) => index + 1 },
    { id: 'action', header: 'Action', cell: ({ imei1 }) => <DeviceActions actions={actions} imei={imei1} /> },
    { id: 'imei1', header: 'IMEI 1', cell: ({ imei1 }) => <Digits>{imei1}</Digits>, isRowHeader: true },
    { id: 'imei2', header: 'IMEI 2', cell: ({ imei2 }) => <Digits>{imei2}</Digits> },
    { id: 'claimstatus', header: 'Enrollment Status', cell: ({ claimstatus }) => claimstatus },
    { id: 'registrationstatus', header: 'Registration Status', cell: ({ registrationstatus }) => registrationstatus },
    { id: 'appversion', header: 'App Version', cell: ({ appversion }) => appversion },
    { id: 'apptype', header: 'App Type', cell: ({ apptype }) => apptype },
    { id: 'command', header: 'Last Command', cell: ({ command }) => commandDisplayName(command) },
    { id: 'createdat', header: 'Created At', cell: ({ createdat }) => formatTime(createdat) },
  ];
}

/** As many actions as a row shows as buttons of their own; with more, all but the first go into a menu. */
const BUTTONS_IN_A_ROW = 4;

function DeviceActions({ actions, imei }: { readonly actions: readonly DeviceActionLink[]; readonly imei: string }): ReactNode {
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
        <Link key={id} className={buttonClass({ size: 'small' })} to={hrefFor(imei)}>{title}</Link>
      ))}
      {inMenu.length > 0 && (
        <MenuButton size="small" label="Commands" choices={inMenu.map(({ id, title }) => ({ id, label: title }))} onChoose={open} />
      )}
    </Actions>
  );
}

/** Devices as lookups show them, each with the actions that this operator may take on it (L3, L4). */
export function DeviceTable({ rows, label }: { readonly rows: readonly DeviceRow[]; readonly label: string }): ReactNode {
  const actions = useDeviceActions();
  const shown = useMemo(() => columns(actions), [actions]);
  return <DataTable label={label} columns={shown} rows={rows} rowKey={({ imei1 }) => imei1} emptyText="No results found" />;
}
