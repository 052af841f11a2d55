const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + '1' + close.repeat(depth);
const quoted = (text: string): string => JSON.stringify(text);

/** Values that no field expects, as JSON text; some of them no program would write. */
export const hostileValues = {
  longText: () => quoted('x'.repeat(20_000)),
  longerText: () => quoted('😀'.repeat(60_000)),
  slowMarks: () => quoted(`a${'\u0316\u0300'.repeat(40_000)}`),
  nul: () => '"a\\u0000b"',
  controls: () => '"a\\u0007\\u001b[2J\\r\\nb\\u007f"',
  highSurrogate: () => '"a\\ud800"',
  lowSurrogate: () => '"\\udc00a"',
  noncharacters: () => quoted('\uFFFE\uFFFF\u{10FFFF}'),
  decomposed: () => quoted('Jose\u0301'),
  bidirectional: () => quoted('\u202Egnp.exe\u2066'),
  empty: () => '""',
  spaces: () => quoted('   '),
  wildcards: () => quoted('%_\\%'),
  sql: () => quoted("'; drop table accounts; --"),
  path: () => quoted('../../../etc/passwd\\..'),
  firstDay: () => quoted('0000-01-01'),
  lastDay: () => quoted('9999-12-31'),
  null: () => 'null',
  true: () => 'true',
  zero: () => '0',
  minusOne: () => '-1',
  minusZero: () => '-0',
  half: () => '0.5',
  tooLargeForInteger: () => '9007199254740993',
  beyondEveryInteger: () => '99999999999999999999999999',
  infinity: () => '1e400',
  smallest: () => '5e-324',
  list: () => '[]',
  listOfLists: () => '[[[]],[{}]]',
  longList: () => `[${'0,'.repeat(100_000)}0]`,
  longListOfTexts: () => `[${'"1",'.repeat(50_000)}"1"]`,
  object: () => '{}',
  prototype: () => '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  lengthOnly: () => '{"length":1000000000}',
  toStringField: () => '{"toString":"x","valueOf":1,"toJSON":{}}',
  then: () => '{"then":{}}',
  deepLists: () => nested('[', ']', 60_000),
  deepObjects: () => nested('{"a":', '}', 30_000),
} as const satisfies Readonly<Record<string, () => string>>;

export type HostileName = keyof typeof hostileValues;
export const hostileNames = Object.keys(hostileValues) as HostileName[];

/** Bodies that are not an envelope, or cannot be opened. */
export const brokenBodies = {
  nothing: () => '',
  noJson: () => 'payload=1',
  halfJson: (whole: string) => whole.slice(0, Math.floor(whole.length / 2)),
  cutAtTheEnd: (whole: string) => whole.slice(0, -1),
  twice: (whole: string) => whole + whole,
  anotherPayload: (whole: string) => whole.replace(/"payload":"v1\.[^"]{8}/, '"payload":"v1.AAAAAAAA'),
  noVersion: (whole: string) => whole.replace('"payload":"v1.', '"payload":"'),
  unknownVersion: (whole: string) => whole.replace('"payload":"v1.', '"payload":"v9.'),
  numberForPayload: (whole: string) => whole.replace(/"payload":"[^"]*"/, '"payload":1e400'),
  listForPayload: (whole: string) => whole.replace(/"payload":"[^"]*"/, '"payload":["v1","","",""]'),
  noId: (whole: string) => whole.replace(/"transactionId":"[^"]*"/, '"transactionId":""'),
  otherId: (whole: string) => whole.replace(/"transactionId":"[^"]/, '"transactionId":"Z'),
  hostileId: (whole: string) => whole.replace(/"transactionId":"[^"]*"/, '"transactionId":"a\\u0000b\\ud800cdefgh"'),
  prototype: (whole: string) => `{"__proto__":{"payload":"x"},${whole.slice(1)}`,
  deep: () => nested('[', ']', 5_000),
  list: (whole: string) => `[${whole}]`,
  null: () => 'null',
  text: () => '"v1"',
  byteOrderMark: (whole: string) => `\uFEFF${whole}`,
} as const satisfies Readonly<Record<string, (whole: string) => string>>;

export type BrokenName = keyof typeof brokenBodies;
export const brokenNames = Object.keys(brokenBodies) as BrokenName[];
