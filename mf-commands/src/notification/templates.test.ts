import { fitsText } from '@device-console/shared-lib/contract/server';
import {
  amountFormat,
  characterCount,
  currencySign,
  renderNotification,
  templateOptions,
  templates,
  type NotificationSubject,
} from './templates.ts';

const rupees = amountFormat('INR');
const subject: NotificationSubject = { name: 'Asha Rao', amount: '123456.50', date: '05/12/2026', template: 'Pre' };
const kinds = ['Pre', 'Due', 'Post'] as const;

describe('the templates', () => {
  it('T3 codes 1, 2, 3 and their titles', () => {
    expect(templateOptions).toEqual([
      { value: '1', title: 'Pre Due Notification', template: 'Pre' },
      { value: '2', title: 'Due Date Notification', template: 'Due' },
      { value: '3', title: 'Post Due Date Notification', template: 'Post' },
    ]);
  });

  it('T5 Pre reminds, Due is urgent and due today, Post is urgent and past due', () => {
    const of = (template: (typeof kinds)[number]) => renderNotification({ ...subject, template }, rupees);
    expect([of('Pre').header, of('Pre').text].join(' ')).toMatch(/Reminder.*friendly reminder/);
    expect([of('Due').header, of('Due').text].join(' ')).toMatch(/Urgent.*due today.*due today/);
    expect([of('Post').header, of('Post').text].join(' ')).toMatch(/Urgent.*past due.*past due/);
    expect(new Set(kinds.map((template) => templates[template].header('x'))).size).toBe(3);
  });

  it('T5 a name stands in the text as it is, whatever it holds', () => {
    const name = '$& <b>"Ash"</b>, आशा {amount}';
    expect(renderNotification({ ...subject, name }, rupees).text).toContain(`Dear ${name},`);
  });
});

describe('a name from a file', () => {
  it.each(kinds)(
    'W7 of %s makes a message that phones take: whatever it holds, and however long it may be',
    (template) => {
      for (const name of ['a\tb\u0007', 'two\nlines', 'x'.repeat(500), '😀'.repeat(250)]) {
        const { header, text } = renderNotification({ ...subject, amount: '999999999999.99', name, template }, rupees);
        expect(fitsText('message', text) && fitsText('line', header)).toBe(true);
        expect(text).toContain(name.replace('\t', ' ').replace('\u0007', ' '));
      }
    },
  );
});

describe('amounts', () => {
  it.each([
    ['0.00', '₹0.00'],
    ['999.90', '₹999.90'],
    ['1000.00', '₹1,000.00'],
    ['12345678.05', '₹1,23,45,678.05'],
    ['999999999999.99', '₹9,99,99,99,99,999.99'],
  ])('T3 %s is written %s', (amount, written) => {
    expect(rupees(amount)).toBe(written);
  });

  it("T3 the sign is the configured currency's", () => {
    expect([currencySign('INR'), currencySign('USD'), amountFormat('USD')('10.50')]).toEqual(['₹', '$', '$10.50']);
    expect(() => amountFormat('rupees')).toThrow(RangeError);
  });
});

it.each([
  ['', 0],
  ['abc', 3],
  ['आशा', 2],
  ['👩‍🌾!', 2],
])('T3 %j has %d characters', (text, count) => {
  expect(characterCount(text)).toBe(count);
});
