import { readNotificationCsv } from '@device-console/shared-lib/csv';
import { notificationBatch } from './notification-batch.ts';
import {
  amountProblem,
  dayProblem,
  paddedAmount,
  subjectOf,
  typedAmount,
  type NotificationDraft,
} from './notification-draft.ts';
import { unfitDates } from './ready-notifications.tsx';

const today = '2026-11-20';
const draft: NotificationDraft = {
  name: ' Asha ',
  imei: '490154203237518',
  code: '1',
  amount: '1250.5',
  day: '2026-12-05',
};

describe('a draft', () => {
  it('T1 T2 T3 becomes a notification when it is complete', () => {
    expect(subjectOf(draft, today)).toEqual({
      name: 'Asha',
      imei: '490154203237518',
      amount: '1250.50',
      date: '05/12/2026',
      template: 'Pre',
    });
    expect(subjectOf({ ...draft, code: '2', day: '' }, today)).toMatchObject({ date: '20/11/2026', template: 'Due' });
  });

  it.each<Partial<NotificationDraft>>([
    { name: ' ' },
    { name: 'Jos\ufffd' },
    { name: 'Jos\ud800' },
    { imei: '49015420323751' },
    { code: '' },
    { code: '4' },
    { amount: '' },
    { amount: '.' },
    { amount: '1250,50' },
    { amount: '1.250,50' },
    { day: '' },
    { day: '2026-11-19' },
    { code: '3' },
  ])('T1 T2 is none with %j', (fields) => {
    expect(subjectOf({ ...draft, ...fields }, today)).toBeNull();
  });

  it('T2 stops being one when its day has passed', () => {
    expect(subjectOf({ ...draft, day: today }, today)).not.toBeNull();
    expect(subjectOf({ ...draft, day: today }, '2026-11-21')).toBeNull();
  });

  it.each([
    ['12.345', '12', '12'],
    ['12.34', '12.3', '12.34'],
    ['1e3', '1', '1'],
    ['-5', '', ''],
    ['1234567890123', '123456789012', '123456789012'],
    ['', '5', ''],
    ['1,250.00', '', '1,250.00'],
    ['1250,', '1250', '1250,'],
    ['1.250,50', '', '1.250,50'],
    ['Rs. 1250', '', '1250'],
    ['१२५०', '', '1250'],
    ['12x', '12', '12'],
    ['₹ 1,23,456.7', '', '1,23,456.7'],
  ])('T2 typing %s after %s leaves %s', (text, before, after) => {
    expect(typedAmount(text, before)).toBe(after);
  });

  it('T2 pads what is a number, and only that', () => {
    expect(['', '.', '5', '5.', '.5', '5.55'].map(paddedAmount)).toEqual(['', '.', '5.00', '5.00', '0.50', '5.55']);
    expect(['1,250', '1,23,456.7', '1250,5'].map(paddedAmount)).toEqual(['1250.00', '123456.70', '1250,5']);
    expect(['', '.', '5'].map((amount) => amountProblem(amount) === null)).toEqual([false, false, true]);
  });

  it('T2 T4 says what is wrong with an amount whose comma groups nothing', () => {
    expect(['1250,50', '1.250,50', '12,50', '1,250', '1,25,050.00'].map(amountProblem)).toEqual([
      ...Array.from(
        { length: 3 },
        () => 'It is not clear which mark is the decimal point. Write the amount as 1250.50',
      ),
      null,
      null,
    ]);
  });

  it('T2 without a template any day will do', () => {
    expect([dayProblem(undefined, '1999-01-01', today), dayProblem(undefined, '', today)]).toEqual([
      null,
      'Please choose a date',
    ]);
  });
});

describe('a file', () => {
  async function read(rows: readonly (readonly [date: string, template: string])[]) {
    const text = [
      'sno,name,imei1,amount,date,template',
      ...rows.map(([date, template], index) => `1,A,49015420323751${String(index)},10,${date},${template}`),
    ].join('\n');
    const file = await readNotificationCsv(new File([text], 'dues.csv'));
    if (file.kind !== 'read') throw new Error(`The file was ${file.kind}`);
    return file;
  }

  it('T2 T4 dates that do not fit their template are counted', async () => {
    const rows = [
      ['20/11/2026', 'Pre'],
      ['20/11/2026', 'Due'],
      ['20/11/2026', 'Post'],
      ['21/11/2026', 'Due'],
      ['21/11/2026', 'Post'],
      ['19/11/2026', 'Pre'],
      ['01/01/2027', 'Pre'],
    ] as const;
    const { notifications } = await read(rows);
    expect(unfitDates(notifications, today)).toEqual([3, 4, 5]);
    expect(unfitDates((await read(rows.slice(0, 3))).notifications, today)).toEqual([]);
  });

  it('T6 gives each call its message, header and template, and knows no row outside itself', async () => {
    const batch = notificationBatch(await read([['20/11/2026', 'Post']]), 'INR');
    expect(batch.at(0)).toEqual({
      message: expect.stringContaining('Dear A, your EMI of ₹10.00 was due on 20/11/2026'),
      header: 'Urgent: your EMI is past due since 20/11/2026',
      template: 'Post',
    });
    expect(() => batch.at(1)).toThrow('Row 1 is outside this batch of 1 notifications.');
  });
});
