import * as v from 'valibot';
import { calls, cleanText, textKinds, type TextKind } from './index.ts';
import { copyCalls, fitsText, textKindOf, normalisedTexts } from './server.ts';

const schemaLike = v.custom<v.GenericSchema>((value) => v.is(v.looseObject({ kind: v.literal('schema') }), value));
const nodeSchema = v.object({
  type: v.string(),
  wrapped: v.optional(schemaLike),
  entries: v.optional(v.record(v.string(), schemaLike)),
  item: v.optional(schemaLike),
});

/** The texts of a body, each with where it stands. What is one of a few words is none. */
function textsOf(schema: v.GenericSchema, path: string): readonly (readonly [string, v.GenericSchema])[] {
  const { type, wrapped, entries, item } = v.parse(nodeSchema, schema);
  if (wrapped) return textsOf(wrapped, path);
  if (item) return textsOf(item, `${path}[]`);
  if (entries) return Object.entries(entries).flatMap(([name, entry]) => textsOf(entry, `${path}.${name}`));
  return type === 'string' ? [[path, schema]] : [];
}

const bodies: readonly (readonly [string, v.GenericSchema])[] = [
  ...Object.entries(calls).map(([name, call]): [string, v.GenericSchema] => [name, call.body]),
  ['copy', copyCalls[0]?.call.body ?? v.never()],
];
const fields = bodies.flatMap(([name, body]) => textsOf(body, name));
const ofKinds = fields.flatMap(([path, schema]) => {
  const kind = textKindOf(schema);
  return kind === undefined ? [] : [[path, kind, schema] as const];
});
/** What takes texts of one form alone: dates, ids and IMEIs; of a list of IMEIs the server looks at each. */
const OTHERS =
  /^decideApproval\.id$|(^|\.|\[])(since|batchId|run|transactionIds?(\[])?|imei\w*(\[])?|(start|end)date|remote|kind)$/;

describe('the texts of bodies', () => {
  it('W7 are of a kind, or of one form alone; every kind is used', () => {
    const others = fields.filter(([, schema]) => textKindOf(schema) === undefined).map(([path]) => path);
    expect(others.filter((path) => !OTHERS.test(path))).toEqual([]);
    expect(new Set(ofKinds.map(([, kind]) => kind))).toEqual(new Set(Object.keys(textKinds)));
    expect(fields.length).toBeGreaterThan(80);
  });

  it.each(fields)('W7 %s has a bound and refuses what no database and no phone should get', (path, schema) => {
    const kind = textKindOf(schema);
    const longest = path.endsWith('.imeilist') ? 16_000_000 : 8_000;
    expect(v.is(schema, 'x'.repeat(longest + 1))).toBe(false);
    if (path.endsWith('.imeilist')) return;
    for (const wrong of [
      'abc\0',
      'abc\u0007',
      '\u001b[2Jabc',
      'abc\u007f',
      'abc\r\n',
      'abc\t',
      'abc\ud800',
      '\udc00abc',
    ])
      expect(v.is(schema, wrong)).toBe(false);
    expect(v.is(schema, 'abc\nabc')).toBe(kind === 'message' || kind === 'failure' || kind === 'stack');
  });

  // The name of a remote is lower case besides.
  const free = ofKinds.filter(([path]) => !path.endsWith('.remote'));
  it.each(free)(
    'W7 %s counts characters as people do, and is normalised unless it is a secret',
    (_path, kind, schema) => {
      const { most } = textKinds[kind];
      expect(v.is(schema, 'x'.repeat(most))).toBe(true);
      expect(v.is(schema, 'x'.repeat(most + 1))).toBe(false);
      expect(v.is(schema, '😀'.repeat(most))).toBe(true);
      expect(v.is(schema, 'e\u0301'.repeat(most))).toBe(true);
      expect(v.is(schema, '😀'.repeat(most + 1))).toBe(false);
      expect(normalisedTexts(schema, 'Jose\u0301')).toBe(kind === 'secret' ? 'Jose\u0301' : 'José');
    },
  );

  it('W7 normalising reaches every field, list and part, and leaves the rest as it is', () => {
    const item = { row: 1, imei: '356938030000005', transactionId: '6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10' };
    const body = { action: 'notify', filename: 'e\u0301.csv', batchId: item.transactionId };
    const chunk = { ...body, items: [{ ...item, message: 'Dear Jose\u0301,\nplease pay', template: 'Pre' }] };
    expect(normalisedTexts(calls.batchItems.body, chunk)).toEqual({
      ...body,
      filename: 'é.csv',
      items: [{ ...item, message: 'Dear José,\nplease pay', template: 'Pre' }],
    });
    const password = { currentPassword: 'e\u0301', newPassword: 'e\u0301' };
    expect(normalisedTexts(calls.changePassword.body, password)).toEqual(password);
  });

  it('T4 W7 no text that people read goes out with characters that are lost', () => {
    const item = { imei: '356938030000005', action: 'notify' };
    expect(v.is(calls.lockNotification.body, { ...item, message: 'Dear José', header: 'Due' })).toBe(true);
    expect(v.is(calls.lockNotification.body, { ...item, message: 'Dear Jos\ufffd' })).toBe(false);
    expect(v.is(calls.lockNotification.body, { ...item, message: 'Dear', header: '\ufffd' })).toBe(false);
    expect((['reason', 'line', 'message'] as const).map((kind) => fitsText(kind, 'a\ufffd'))).toEqual([
      false,
      false,
      false,
    ]);
    // A browser's own message may have them.
    expect(fitsText('failure', 'a\ufffd')).toBe(true);
  });

  it('W7 a text that is made to be slow to normalise is refused unread', () => {
    const slow = 'a' + '\u0316\u0300'.repeat(100_000);
    const begun = performance.now();
    expect(fitsText('message', slow)).toBe(false);
    expect(v.is(calls.lockNotification.body, { imei: '356938030000005', action: 'notify', message: slow })).toBe(false);
    expect(performance.now() - begun).toBeLessThan(500);
  });

  it.each<[TextKind, string, string]>([
    ['word', 'a\0b\ud800', 'a b\uFFFD'],
    ['message', 'a\tb\nc', 'a b\nc'],
    ['word', '😀'.repeat(101), '😀'.repeat(100)],
    ['fileName', 'list.csv', 'list.csv'],
  ])('W7 cleans a text of the kind %s: %j', (kind, text, clean) => {
    expect(cleanText(kind, text)).toBe(clean);
    expect(fitsText(kind, cleanText(kind, text))).toBe(true);
  });
});
