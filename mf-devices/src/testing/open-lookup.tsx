import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import type { ScreenProps } from '@device-console/shared-lib/remote';
import { Link, Route, Routes } from '@device-console/shared-lib/router';
import {
  headOf,
  offeredActions,
  renderScreen,
  rowsOf,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { Screen as DeviceDetails } from '../device-details/device-details-screen.tsx';
import { Screen as LastCommand } from '../last-command/last-command-screen.tsx';

/** The columns of the specification (L3, L5). */
export const DEVICE_COLUMNS =
  'S.No. | Action | IMEI 1 | IMEI 2 | Enrollment Status | Registration Status | App Version | App Type | ' +
  'Last Command | Created At';

/** Those that end in 0 have no device. */
export function imeisOf(count: number, from = 490_154_203_237_501): readonly string[] {
  return Array.from({ length: count }, (_, index) => String(from + index));
}

export function csvFile(lines: readonly string[], name = 'devices.csv', type = 'text/csv'): File {
  return new File([['sno,imei1', ...lines].join('\n')], name, { type });
}

export function fileOf(imeis: readonly string[]): File {
  return csvFile(imeis.map((imei, index) => `${index + 1},${imei}`));
}

/** Its first IMEI is the one asked for. */
export function deviceOf(imei: string, more: object = {}) {
  return {
    imei1: imei,
    imei2: '',
    claimstatus: 'ENROLLED',
    registrationstatus: 'REGISTERED',
    appversion: '4.2.0',
    apptype: 'Standard',
    command: 'LOCKWALLPAPER',
    createdat: '2026-03-04T05:06:07Z',
    ...more,
  };
}

export function answerOf(imei: string) {
  return { status: 'success' as const, message: '', items: imei.endsWith('0') ? [] : [deviceOf(imei)] };
}

export const fileField = () => screen.getByLabelText('CSV file');
export const resultTable = () => screen.findByRole('table', { name: 'Devices of devices.csv' });
/** One field of every device found, by the column's name. */
export const found = async (column: string): Promise<readonly (string | undefined)[]> => {
  const table = await resultTable();
  const place = headOf(table).split(' | ').indexOf(column);
  return rowsOf(table).map((row) => row.split(' | ')[place]);
};

/** Like the host: both screens at their addresses, and a page of another remote. */
function Screens() {
  const of = (Screen: ComponentType<ScreenProps>, screenId: string) => <Screen screenId={screenId} />;
  return (
    <Routes>
      <Route path="/deviceDetails" element={of(DeviceDetails, 'device-details')} />
      <Route path="/superadmin/lastCommand" element={of(LastCommand, 'last-command')} />
      <Route
        path="*"
        element={
          <p>
            Another page <Link to="/deviceDetails">back</Link>
          </p>
        }
      />
    </Routes>
  );
}

/** Over a server that knows most devices; and the operator's actions. */
export async function openLookup(options: RenderScreenOptions = {}) {
  const handlers = { deviceDetails: ({ imei }: { readonly imei: string }) => answerOf(imei), ...options.handlers };
  const rendered = await renderScreen(Screens, {
    address: '/deviceDetails',
    path: '/*',
    deviceActions: offeredActions,
    ...options,
    handlers,
  });
  const { user } = rendered;
  const choose = async (file: File): Promise<void> => {
    await user.upload(fileField(), file);
    await screen.findByText('Reading time');
  };
  const lookUp = (imeis: readonly string[]): Promise<void> => choose(fileOf(imeis));
  return { ...rendered, choose, lookUp };
}
