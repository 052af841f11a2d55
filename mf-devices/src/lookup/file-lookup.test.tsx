import '../testing/few-rows.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { limits } from '@device-console/shared-lib/contract';
import { formatTime } from '@device-console/shared-lib/console';
import { FakeFailure, FakeNetworkFailure, headOf, recordDownloads, rowsOf } from '@device-console/shared-lib/testing';
import {
  answerOf,
  csvFile,
  DEVICE_COLUMNS,
  deviceOf,
  fileField,
  fileOf,
  found,
  imeisOf,
  openLookup,
  resultTable,
} from '../testing/open-lookup.tsx';

const FINISHED = 'Every device of the file has been looked up.';
const NO_HITS = 'No valid device data found for uploaded IMEIs.';
const PROCESSING_ERROR = 'An error occurred while processing the uploaded file.';
const [FIRST = '', SECOND = '', THIRD = ''] = imeisOf(3);
const figure = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;

/** A server that answers when the test says so. */
function slowServer() {
  const waiting: (() => void)[] = [];
  const deviceDetails = ({ imei }: { readonly imei: string }) =>
    new Promise<ReturnType<typeof answerOf>>((resolve) => waiting.push(() => resolve(answerOf(imei))));
  return { waiting, deviceDetails };
}

describe('Device Details by CSV: the file', () => {
  it('B2 B3 D14 refuses no valid row and too many rows, and asks nothing', async () => {
    const { api, user } = await openLookup();
    const files: readonly (readonly [File, readonly string[]])[] = [
      [
        csvFile([`1,${FIRST},x`, '2,123']),
        [
          'CSV contains incorrect format data.',
          'More than two columns found. please check your file',
          'Invalid Length found in imei, only 15 digits allowed',
        ],
      ],
      [fileOf(imeisOf(limits.batchRows + 1)), ['The file has 1,001 valid rows; a lookup takes at most 1,000.']],
    ];
    for (const [file, texts] of files) {
      await user.upload(fileField(), file);
      for (const text of texts) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
      expect(screen.queryByRole('button', { name: /^(Look up|Continue)/ })).not.toBeInTheDocument();
    }
    expect(api.requests).toEqual([]);
  });

  it('B3 B4 D10 D13 D14 shows details and faults, and continues with the valid rows alone', async () => {
    const downloads = recordDownloads();
    const { api, choose, user } = await openLookup();
    await choose(csvFile([`1,${FIRST}`, '2,35-693803-564380-9', `3,${SECOND}`, `4,${FIRST}`]));
    expect(await screen.findByRole('button', { name: 'Download corrected.csv' })).toBeInTheDocument();
    expect([figure('File'), figure('Size'), figure('Reading time')]).toEqual([
      'devices.csv',
      '0.08 KB',
      expect.stringMatching(/ms$/),
    ]);
    expect(screen.getByText('1 of 4 rows cannot be used.')).toBeInTheDocument();
    expect(
      await screen.findByRole('button', { name: /^1 Repeated IMEIs Left out\. The first row/ }),
    ).toBeInTheDocument();
    expect(
      screen.getByRole('button', {
        name: /^2 IMEIs that fail their check digit They are looked up anyway\..* · the first on line 2$/,
      }),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Download incorrect_data.csv' }));
    await waitFor(() => expect(downloads).toHaveLength(1));
    await expect(downloads[0]?.text()).resolves.toContain('3,"2,35-693803-564380-9"');
    await user.click(screen.getByRole('button', { name: 'Continue with 2 valid' }));
    await screen.findByText(FINISHED);
    // Both are sealed at the same time, so either may be the first to go out.
    const asked = api.requestsOf('deviceDetails').map(({ body }) => body['imei']);
    expect(asked.toSorted()).toEqual([FIRST, SECOND]);
    expect(screen.getByText('1 of 4 rows cannot be used.')).toBeInTheDocument();
    expect(
      await screen.findByRole('button', { name: /^1 Repeated IMEIs Left out\. The first row/ }),
    ).toBeInTheDocument();
    expect(rowsOf(screen.getByRole('table', { name: 'Invalid IMEI list' }))).toEqual([
      '3 | 2,35-693803-564380-9 | 356938035643809 | Invalid Length found in imei, only 15 digits allowed',
    ]);
  });

  it('L2 D13 D26 begins by itself with no wrong row in the file, says what repeats, and keeps the focus', async () => {
    const { api, choose } = await openLookup();
    act(() => fileField().focus());
    await choose(fileOf([FIRST, SECOND, FIRST]));
    await screen.findByText(FINISHED);
    await waitFor(() => expect(screen.getByRole('group', { name: 'Lookups of devices.csv' })).toHaveFocus());
    expect(
      await screen.findByRole('button', { name: /^1 Repeated IMEIs Left out\. The first row/ }),
    ).toBeInTheDocument();
    expect(api.requestsOf('deviceDetails')).toHaveLength(2);
  });
});

describe('Device Details by CSV: the lookups', () => {
  it('L2 L3 L4 R8 shows devices in the order of the file and those not found, also after an audit', async () => {
    const twice = ({ imei }: { readonly imei: string }) => ({
      ...answerOf(imei),
      items: imei === FIRST ? [deviceOf(imei), deviceOf(imei)] : answerOf(imei).items,
    });
    const { api, lookUp, user } = await openLookup({ handlers: { deviceDetails: twice } });
    await lookUp([SECOND, '490154203237500', FIRST]);
    await screen.findByText(FINISHED);
    const row = (number: number, imei: string) =>
      `${number} | View Audit | ${imei} |  | ENROLLED | REGISTERED | 4.2.0 | Standard | ` +
      `SET WALLPAPER | ${formatTime('2026-03-04T05:06:07Z')}`;
    expect(rowsOf(await resultTable())).toEqual([row(1, SECOND), row(2, FIRST), row(3, FIRST)]);
    expect([figure('Total'), figure('Found'), figure('No device')]).toEqual(['3', '2', '1']);
    expect(figure('Process Time')).toMatch(/ ms$/);
    const unknown = within(screen.getByRole('table', { name: 'No device found for these IMEIs' }));
    expect(unknown.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['490154203237500']);
    await user.click(screen.getAllByRole('link', { name: 'View Audit' })[1] ?? document.body);
    expect(screen.getByText('Another page')).toBeInTheDocument();
    const before = api.requests.length;
    await user.click(screen.getByRole('link', { name: 'back' }));
    await expect(found('IMEI 1')).resolves.toHaveLength(3);
    expect(api.requests).toHaveLength(before);
  });

  it('N5 an action that names states of devices is on the rows of those alone', async () => {
    const audiences = ['standard', 'superadmin'] as const;
    const claim = { id: 'mf-x/claim', title: 'Claim', order: 1, path: 'claim', audiences };
    const { lookUp, user } = await openLookup({
      deviceActions: [
        { ...claim, when: { apptype: ['Standard'] } },
        { ...claim, id: 'mf-x/other', title: 'Other', when: { apptype: ['Lite'] } },
      ],
    });
    await lookUp([FIRST]);
    await screen.findByText(FINISHED);
    await user.click(await screen.findByRole('button', { name: `Commands for ${FIRST}` }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Claim']);
    await user.click(screen.getByRole('menuitem', { name: 'Claim' }));
    expect(screen.getByText('Another page')).toBeInTheDocument();
  });

  it('L2 lists what could not be looked up apart, and Retry these asks for those alone', async () => {
    const { api, lookUp, user } = await openLookup({
      handlers: {
        deviceDetails: ({ imei }) => {
          if (imei === SECOND) throw new FakeFailure({ message: 'This device belongs to another client.' });
          return answerOf(imei);
        },
      },
    });
    await lookUp([FIRST, SECOND, THIRD]);
    const failed = within(await screen.findByRole('table', { name: 'Could not be looked up' }));
    expect(failed.getByRole('row', { name: /This device belongs to another client/ })).toHaveTextContent(SECOND);
    api.use({ deviceDetails: ({ imei }) => answerOf(imei) });
    await user.click(screen.getByRole('button', { name: 'Retry these' }));
    await waitFor(async () => expect(await found('IMEI 1')).toEqual([FIRST, SECOND, THIRD]));
    // The last answer may come before the look-up has ended.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry these' })).not.toBeInTheDocument());
    const asked = api.requestsOf('deviceDetails').map(({ body }) => body['imei']);
    // Several at once, in no order.
    expect(new Set(asked.slice(0, 3))).toEqual(new Set([FIRST, SECOND, THIRD]));
    expect(asked.slice(3)).toEqual([SECOND]);
  });

  it('L2 shows how far it is, and Cancel keeps what is there; Continue looks up the rest', async () => {
    const { waiting, deviceDetails } = slowServer();
    const { api, lookUp, user } = await openLookup({ handlers: { deviceDetails } });
    await lookUp(imeisOf(3));
    await waitFor(() => expect(waiting).toHaveLength(3));
    waiting[0]?.();
    expect(await screen.findByText(/^1 of 3/)).toBeInTheDocument();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Cancelled. The remaining devices have not been looked up.')).toBeInTheDocument();
    await expect(found('IMEI 1')).resolves.toHaveLength(1);
    api.use({ deviceDetails: ({ imei }) => answerOf(imei) });
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText(FINISHED);
    await expect(found('IMEI 1')).resolves.toHaveLength(3);
  });

  it('L2 D11 tries a lost connection again by itself', async () => {
    const breaks = { left: 1 };
    const { lookUp } = await openLookup({
      handlers: {
        deviceDetails: ({ imei }) => {
          breaks.left -= 1;
          if (breaks.left >= 0) throw new FakeNetworkFailure('gone');
          return answerOf(imei);
        },
      },
    });
    await lookUp([FIRST, SECOND]);
    expect(await screen.findByText(/^Trying again in a moment\./)).toBeInTheDocument();
    expect(await screen.findByText(FINISHED)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Retry these' })).not.toBeInTheDocument();
  });
});

describe('Last Command Reports', () => {
  const open = (more = {}) =>
    openLookup({ address: '/superadmin/lastCommand', session: { userlevel: 'SUPERADMIN' }, ...more });
  const two = ({ imei }: { readonly imei: string }) => ({
    status: 'success' as const,
    message: '',
    items: [deviceOf(imei, { command: 'UNGREYAPP' }), deviceOf(imei, { command: 'RELEASE' })],
  });

  it('L5 R8 shows the first item of each reply, with the columns of L3 and View Audit', async () => {
    const { lookUp } = await open({ handlers: { deviceDetails: two } });
    await lookUp([FIRST, SECOND]);
    await screen.findByText(FINISHED);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Last Command Reports$/);
    await expect(found('IMEI 1')).resolves.toEqual([FIRST, SECOND]);
    await expect(found('Last Command')).resolves.toEqual(['RESTORE APP', 'RESTORE APP']);
    expect(headOf(await resultTable())).toBe(DEVICE_COLUMNS);
    expect(screen.getAllByRole('link', { name: 'View Audit' })[0]).toHaveAttribute(
      'href',
      `/superadmin/auditReport#imei=${FIRST}`,
    );
  });

  it('L2 L5 D14 has the words for no hits and for an error, with the reason; Another file begins anew', async () => {
    const { lookUp, api, user } = await open();
    await lookUp(['490154203237500']);
    expect(await screen.findByText(NO_HITS)).toBeInTheDocument();
    expect(screen.queryByText(FINISHED)).not.toBeInTheDocument();
    api.use({
      deviceDetails: () => new FakeFailure({ httpStatus: 500, message: 'The database is down.' }),
    });
    await user.click(screen.getByRole('button', { name: 'Another file' }));
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(fileField()).toBeEnabled();
    await user.upload(fileField(), fileOf([FIRST]));
    expect(await screen.findByText(PROCESSING_ERROR)).toBeInTheDocument();
    expect(screen.queryByText(NO_HITS)).not.toBeInTheDocument();
    expect(screen.getAllByText(/The database is down/).length).toBeGreaterThan(0);
  });
});
