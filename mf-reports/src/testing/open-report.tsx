import { fireEvent, screen } from '@testing-library/react';
import {
  headOf,
  offeredActions,
  renderScreen,
  rowsOf,
  type FakeHandlers,
  type RenderScreenOptions,
} from '@device-console/shared-lib/testing';
import { Screen } from '../reports/report-screen.tsx';

export const IMEI = '004999010640000';
export const TIME = '2026-03-04T05:06:07.000Z';
const item = {
  id: 1,
  imei1: IMEI,
  imei2: null,
  Match_Status: 'Matched',
  Registration_status: 'REGISTERED',
  Manufacturer: 'Acme',
  Model: 12,
  action: 'DE-ENROLLED',
  date_and_time: TIME,
  file: 'made-by-server.csv',
  oldfile: 'mine.csv',
  isComplete: 'complete',
  lastimei: IMEI,
  remarks: '',
};
export const command = {
  id: 1,
  transactionId: '6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10',
  date_and_time: TIME,
  imei1: IMEI,
  interface: 'B',
  command: 'GREYAPP',
  status: 'acknowledged',
  user: 'a@example.com',
};
export const answer = { status: 'success', message: '', items: [item], commanditems: [command], next: '', total: 1 };

/** By default the server answers one row of everything. */
export async function openReport(
  report: string,
  downloadReports: FakeHandlers['downloadReports'] = () => answer,
  more: RenderScreenOptions = {},
) {
  const rendered = await renderScreen(Screen, {
    address: `/reports/${report}`,
    path: '/reports/:report',
    deviceActions: offeredActions,
    handlers: { downloadReports },
    ...more,
  });
  const press = async (name: string | RegExp) => rendered.user.click(await screen.findByRole('button', { name }));
  return { ...rendered, press, submit: () => press(/^Submit/) };
}

export const setDay = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const tableOf = async (name: string) => {
  const table = await screen.findByRole('table', { name });
  return { header: headOf(table), rows: rowsOf(table) };
};
