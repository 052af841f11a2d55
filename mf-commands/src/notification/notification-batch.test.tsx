import { screen, waitFor, within } from '@testing-library/react';
import { calendarDay } from '@device-console/shared-lib/console';
import { commandById } from '@device-console/shared-lib/contract';
import { recordDownloads } from '@device-console/shared-lib/testing';
import { leftUnfinished } from '../testing/left-unfinished.ts';
import { fileField, openBatch, previewAndSend, resultRows } from '../testing/open-batch.tsx';
import { dateInWords, writtenDay } from './notification-draft.ts';

const notify = commandById('notify');
const FOUND = '490154203237511';
const NOT_FOUND = '490154203237518';
const HEADER = 'sno,name,imei1,amount,date,template';
// One moment for the whole file, so that midnight cannot fall within a test.
const now = Date.now();
const today = writtenDay(calendarDay(now));
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
});
const ASHA = `1,"Rao, Asha",${FOUND},1250,${today},Due`;
const RAVI = `2,=Ravi,${NOT_FOUND},99.5,01/02/2020,Post`;

function fileOf(rows: readonly string[], name = 'dues.csv'): File {
  return new File([[HEADER, ...rows].join('\r\n')], name, { type: 'text/csv' });
}

const previewDialog = () => screen.findByRole('dialog', { name: 'Messages of dues.csv' });

async function open(options: Parameters<typeof openBatch>[1] = {}) {
  const page = await openBatch(notify, options);
  const { user } = page;
  const preview = () => user.click(screen.getByRole('button', { name: 'Preview 2 messages' }));
  const run = async (file: File): Promise<void> => {
    await page.choose(file);
    await previewAndSend(user);
    await screen.findByText('The batch is complete.');
  };
  return { ...page, preview, runAll: run };
}

describe('before a batch of notifications', () => {
  it('T4 B1 the file field names the six columns, and a file of two is refused for its header', async () => {
    const { user } = await open();
    expect(fileField()).toHaveAccessibleDescription(/sno, name, imei1, amount, date \(DD\/MM\/YYYY\) and template/);
    await user.upload(fileField(), new File([`sno,imei1\n1,${FOUND}`], 'two.csv', { type: 'text/csv' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid Headers');
    expect(screen.getByText(/It must be: sno,name,imei1,amount,date,template/)).toBeInTheDocument();
  });

  it('T5 D14 the messages are shown and filtered before it runs, and nothing is sent before', async () => {
    const { api, choose, preview, user } = await open();
    await choose(fileOf([ASHA, RAVI]));
    await preview();
    const dialog = within(await previewDialog());
    const table = within(dialog.getByRole('table'));
    expect(
      table
        .getAllByRole('columnheader')
        .slice(0, 4)
        .map(({ textContent }) => textContent),
    ).toEqual(['S.No.', 'IMEI', 'Text', 'Name']);
    const [first, second] = table.getAllByRole('row').slice(1);
    expect(first).toHaveTextContent(`Rao, Asha₹1,250.00${dateInWords(today)}DueUrgent: your EMI is due today`);
    expect(first).toHaveTextContent(
      new RegExp(`^1${FOUND}Dear Rao, Asha, your EMI of ₹1,250\\.00 is due today.*credit score.*\\d{3}$`),
    );
    for (const [kind, imei, day] of [
      ['Due Date Notification: 1 message', FOUND, today],
      ['Post Due Date Notification: 1 message', NOT_FOUND, '01/02/2020'],
    ] as const) {
      const sample = dialog.getByText(kind).closest('[data-tone]');
      expect(sample).toHaveTextContent(`IMEI ${imei}: `);
      expect(sample).toHaveTextContent(`The date is ${dateInWords(day)}.`);
    }
    expect(second).toHaveTextContent(/Dear =Ravi, your EMI of ₹99\.50 was due on 01\/02\/2020/);
    const filter = dialog.getByRole('searchbox', { name: 'Filter' });
    for (const [text, imei] of [
      ['ravi', NOT_FOUND],
      ['1,250.00', FOUND],
      [NOT_FOUND, NOT_FOUND],
      ['PAST DUE', NOT_FOUND],
    ] as const) {
      await user.click(filter);
      await user.paste(text);
      expect(await dialog.findByText('1 of 2 rows')).toBeInTheDocument();
      expect(
        dialog
          .getAllByRole('row')
          .slice(1)
          .map((row) => row.textContent),
      ).toEqual([expect.stringContaining(imei)]);
      await user.clear(filter);
      expect(await dialog.findByText('2 of 2 rows')).toBeInTheDocument();
    }
    expect(dialog.getByRole('button', { name: 'Send 2 messages' })).toBeEnabled();
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  it('T4 B3 bad rows are listed with everything that is wrong, and the rest goes on', async () => {
    const { api, choose, user } = await open();
    await choose(fileOf([ASHA, '2,,123,ten,2026-01-01,Later', 'x']));
    expect(screen.getByText('CSV contains incorrect format data.')).toBeInTheDocument();
    const invalid = within(screen.getByRole('table', { name: 'Invalid IMEI list' }));
    expect(
      invalid.getByText(
        new RegExp(
          String.raw`^Incorrect fields: Invalid name.*Invalid IMEI \(must be 15 digits\); Invalid ` +
            String.raw`amount.*Invalid date format.*Invalid template`,
        ),
      ),
    ).toBeInTheDocument();
    expect(invalid.getByText('Incorrect fields: Invalid row, missing or extra columns')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Download corrected.csv' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Preview 1 valid of 3 messages' })).toBeEnabled();
    await previewAndSend(user);
    await screen.findByText('The batch is complete.');
    expect(api.requestsOf('getImeiDetails')).toHaveLength(1);
  });

  it('T2 warns of dates that do not fit their template', async () => {
    const { choose, user } = await open();
    await choose(fileOf([ASHA, `2,Ravi,${NOT_FOUND},10,01/02/2020,Pre`]));
    const kind = screen.getByRole('button', { name: /^1 Dates that do not fit their template Due is for today/ });
    await user.click(kind);
    expect(kind).toHaveAttribute('aria-expanded', 'true');
    const rows = within(screen.getByRole('table', { name: 'Dates that do not fit their template' }));
    expect(rows.getByRole('row', { name: new RegExp(`^3.*${NOT_FOUND}.*1 Feb.*2020`) })).toBeInTheDocument();
  });
});

describe('a batch of notifications', () => {
  it('T4 T6 D14 uploads its valid rows, sends each device its message, and carries all in its results', async () => {
    const { api, runAll, user } = await open();
    await runAll(fileOf([ASHA, RAVI, 'bad']));
    const [copy] = api.requestsOf('copy');
    expect(copy?.path).toBe('bulkNotifyCopy.php');
    expect(copy?.body['file']).toEqual({
      name: 'dues.csv',
      text:
        `${HEADER}\r\n1,"Rao, ` +
        `Asha",${FOUND},1250.00,${today},Due\r\n2,'=Ravi,${NOT_FOUND},99.50,01/02/2020,Post\r\n`,
    });
    expect(
      api
        .requestsOf('getImeiDetails')
        .map(({ body }) => [body['imei'], body['action'], body['template'], body['header'], body['message']]),
    ).toEqual([
      [
        FOUND,
        'notify',
        'Due',
        'Urgent: your EMI is due today',
        expect.stringContaining('Dear Rao, Asha, your EMI of ₹1,250.00 is due today'),
      ],
      [
        NOT_FOUND,
        'notify',
        'Post',
        'Urgent: your EMI is past due since 01/02/2020',
        expect.stringContaining('Dear =Ravi, your EMI of ₹99.50 was due on 01/02/2020'),
      ],
    ]);
    expect(api.requestsOf('updateStatusOnServer').map(({ body }) => body['statusOf'])).toEqual(['notifyfiles']);
    const [second, first] = resultRows();
    expect(first).toHaveTextContent(
      new RegExp(
        `^1${FOUND}found Rao, Asha₹1,250\\.00${today}DueUrgent: your EMI is due todayDear Rao, Asha,.*credit score`,
      ),
    );
    expect(second).toHaveTextContent(/not found .*=Ravi₹99\.5001\/02\/2020Post/);
    const files = recordDownloads();
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    const lines = ((await files[0]?.text()) ?? '').split('\r\n');
    expect([files[0]?.name, lines[0]?.replace('\ufeff', '')]).toEqual([
      'imei_data.csv',
      'S.No.,IMEI,Name,Amount,Date,Template,Header,Notification Text,Status',
    ]);
    expect(lines[1]).toMatch(
      new RegExp(
        `^1,"=""${FOUND}""","Rao, Asha",1250\\.00,${today},Due,Urgent: your EMI is due today,"Dear Rao, ` +
          'Asha,.*",found$',
      ),
    );
    expect(lines[2]).toContain(`,'=Ravi,99.50,`);
  });

  it('T5 names are shown as text, never as markup', async () => {
    const { runAll } = await open();
    await runAll(fileOf([`1,<img src=x onerror=alert(1)>,${FOUND},10,${today},Pre`]));
    const [row] = resultRows();
    expect(row).toHaveTextContent('<img src=x onerror=alert(1)>');
    expect(row?.querySelector('img')).toBeNull();
  });
});

describe('an unfinished batch of notifications', () => {
  /**
   * Closes the first page while its second device waits for an answer. Returns the page that comes after it, by default
   * after another login.
   */
  async function comeBack(vaultSession = 'another login') {
    const store = await leftUnfinished(notify, {
      file: fileOf([ASHA, RAVI]),
      start: ({ user }) => previewAndSend(user),
    });
    return { ...(await open({ store, vaultSession })), store };
  }

  it('D15 keeps no name, amount or message readable, and goes on without the file while the login lasts', async () => {
    const { api, store, user } = await comeBack('this login');
    const stored = JSON.stringify(await store.load({ operator: api.session.email, command: 'notify' }));
    for (const text of ['Asha', 'Ravi', '1250', 'credit score']) expect(stored).not.toContain(text);
    const card = within(screen.getByRole('region', { name: 'Incomplete Batch Available' }));
    expect(
      await card.findByText(
        'The names and amounts of this batch are kept, encrypted, until this login ends. Press Process to ' +
          'continue.',
      ),
    ).toBeInTheDocument();
    expect(card.queryByLabelText('The same CSV file')).not.toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Process' }));
    await screen.findByText('The batch is complete.');
    expect(
      api.requestsOf('getImeiDetails').map(({ body }) => [body['imei'], body['template'], body['message']]),
    ).toEqual([[NOT_FOUND, 'Post', expect.stringContaining('Dear =Ravi, your EMI of ₹99.50 was due on 01/02/2020')]]);
    expect(resultRows().at(-1)).toHaveTextContent('Rao, Asha');
  });

  it('B10 B11 D15 after another login it asks for the file, offers no Cancel, and goes on', async () => {
    const { api, user } = await comeBack();
    const card = within(screen.getByRole('region', { name: 'Incomplete Batch Available' }));
    expect(
      await card.findByText(
        'Choose the same file again to continue: the names and amounts in it are kept only as long as the ' +
          'login that the batch was started with.',
      ),
    ).toBeInTheDocument();
    expect(card.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
    expect(card.getByRole('button', { name: 'Process' })).toBeDisabled();
    await user.upload(card.getByLabelText('The same CSV file'), fileOf([ASHA, RAVI]));
    await screen.findByText('dues.csv has been read. Press Process to continue.');
    await user.click(screen.getByRole('button', { name: 'Process' }));
    await screen.findByText('The batch is complete.');
    expect(api.requestsOf('getImeiDetails').map(({ body }) => [body['imei'], body['template']])).toEqual([
      [NOT_FOUND, 'Post'],
    ]);
    expect(api.requestsOf('copy')).toEqual([]);
    expect(resultRows().at(-1)).toHaveTextContent('Rao, Asha');
  });

  it('D15 refuses a file that cannot be read, and sends nothing', async () => {
    const { api, user } = await comeBack();
    await user.upload(await screen.findByLabelText('The same CSV file'), fileOf(['x']));
    expect(await screen.findByText('CSV contains incorrect format data.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Process' })).toBeDisabled();
    expect(api.requestsOf('getImeiDetails')).toEqual([]);
  });
});
