import { calls, type CallDefinition, type CallName } from '../contract/index.ts';
import { createFakeApi, FakeReply } from '../testing/index.ts';

const LOCAL = '2026-11-20 18:30:00';
const UTC = '2026-11-20T13:00:00.000Z';
const imei = '004999010640000';

const api = createFakeApi({
  codec: 'legacy-cryptojs',
  serverTimeZone: 'Asia/Kolkata',
  session: { expiry: '2099-01-01 05:30:00' },
});

interface Shape {
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly options?: readonly Shape[];
  readonly pipe?: readonly Shape[];
}

/** Every field name of a schema, at any depth. */
function fieldsOf(shape: Shape): readonly string[] {
  const inner = [
    ...Object.values(shape.entries ?? {}),
    shape.item,
    shape.wrapped,
    ...(shape.options ?? []),
    ...(shape.pipe ?? []).filter((part) => part !== shape),
  ];
  return [...Object.keys(shape.entries ?? {}), ...inner.flatMap((part) => (part === undefined ? [] : fieldsOf(part)))];
}

describe('D1a times of a back end that writes them in its own zone', () => {
  const answers: readonly [CallName, unknown, unknown][] = [
    ['deviceDetails', { items: [{ imei1: imei, createdat: LOCAL }] }, { items: [{ createdat: UTC }] }],
    [
      'auditReportByImei',
      {
        registration: [{ createdat: LOCAL }],
        release: [{ createdat: LOCAL }],
        deenroll: [{ date: LOCAL, createdat: '2026-11-20' }],
        commands: [{ date_and_time: LOCAL, createdat: LOCAL }],
      },
      {
        registration: [{ createdat: UTC }],
        release: [{ createdat: UTC }],
        deenroll: [{ date: UTC, createdat: '2026-11-20' }],
        commands: [{ date_and_time: UTC, createdat: UTC }],
      },
    ],
    [
      'downloadReports',
      {
        items: [{ date_and_time: LOCAL, createdat: '0000-00-00 00:00:00' }],
        commanditems: [{ date_and_time: '2026-11-20T18:30:00+05:30' }],
      },
      {
        items: [{ date_and_time: UTC, createdat: '0000-00-00 00:00:00' }],
        commanditems: [{ date_and_time: UTC }],
      },
    ],
    ['viewKeys', [{ id: 1, key_name: LOCAL, created_at: LOCAL }], { items: [{ key_name: LOCAL, created_at: UTC }] }],
  ];
  const bodies: Partial<Record<CallName, object>> = {
    deviceDetails: { imei },
    auditReportByImei: { imei1: imei },
    downloadReports: { report: 'register', startdate: '2026-01-01', enddate: '2026-01-02' },
  };

  it.each(answers)(
    'D4 %s: they are read in its zone; dates alone and what is no time stay',
    async (name, answer, expected) => {
      api.use({ [name]: () => new FakeReply(JSON.stringify(answer)) });
      await expect(api.client().call(calls[name] as CallDefinition, bodies[name] ?? {})).resolves.toMatchObject(
        expected as object,
      );
    },
  );

  it('D10 IMEIs that come as numbers keep their leading zeros', async () => {
    api.use({
      deviceDetails: () =>
        new FakeReply(JSON.stringify({ items: [{ imei1: Number(imei), imei2: 0, appversion: 12 }] })),
    });
    await expect(api.client().call(calls.deviceDetails, { imei })).resolves.toMatchObject({
      items: [{ imei1: imei, imei2: '0', appversion: '12' }],
    });
  });

  it('S3 S4 the expiry of a login too', async () => {
    await expect(api.client().call(calls.login, { email: 'a', password: 'b' })).resolves.toMatchObject({
      expiry: '2099-01-01T00:00:00.000Z',
    });
  });

  it('D1a every field of an answer of the specification that sounds like a time is read as one', () => {
    const named = Object.values<CallDefinition>(calls)
      .filter(({ beyond }) => beyond !== true)
      .flatMap(({ answer, beyond }) => {
        const left = beyond === undefined || beyond === true ? [] : beyond.answer;
        return fieldsOf(answer as Shape).filter((field) => !left.includes(field));
      })
      .filter((field) => /date|expiry|created|(^|_)time|[a-z]At$|_at$/.test(field));
    // Rows of keys have more with our own back end.
    const beyond = ['expires_at', 'last_used_at', 'revoked_at'];
    expect([...new Set(named)].filter((field) => !beyond.includes(field)).sort()).toEqual([
      'created_at',
      'createdat',
      'date',
      'date_and_time',
      'expiry',
    ]);
  });
});

describe('D1a files of a back end that calls everything text/html', () => {
  const html = { 'Content-Type': 'text/html; charset=UTF-8' };
  const download = (text: string) => {
    api.use({ file: () => new FakeReply(text, 200, html) });
    return api.client().download('files/lock/a.csv');
  };

  it('D3 a file stays a file', async () => {
    await expect((await download('sno,imei1\r\n1,004999010640000')).text()).resolves.toContain('004999010640000');
  });

  it('S8 C7 an answer in its place is an answer, and a page is no file', async () => {
    await expect(download('{"status":"error","message":"Authorization Failed"}')).rejects.toMatchObject({
      kind: 'authorization',
    });
    await expect(download('{"status":"Error","message":"The file is gone"}')).rejects.toMatchObject({
      kind: 'business',
      message: 'The file is gone',
    });
    await expect(download('<!DOCTYPE html><h1>Log in</h1>')).rejects.toMatchObject({ kind: 'unreadable' });
    await expect(
      download('<br />\n<b>Warning</b>: x in <b>a.php</b> on line <b>3</b><br />\n{"error":"The file is gone"}'),
    ).rejects.toMatchObject({ kind: 'business', message: 'The file is gone' });
    await expect(download('\nNotice: Undefined index: file in a.php on line 3\n')).rejects.toMatchObject({
      kind: 'unreadable',
    });
    await expect(download('\uFEFFAuthorization Failed')).rejects.toMatchObject({ kind: 'authorization' });
    await expect(download('<b>Authorization Failed.Invalid</b>')).rejects.toMatchObject({ kind: 'authorization' });
  });
});

it('D1a the fake of such a back end refuses what it cannot know', async () => {
  const unmarked: CallDefinition = { ...calls.getImeiDetails, beyond: undefined };
  const beyond: CallDefinition = { ...calls.batchRuns, beyond: undefined };
  const item = { imei, action: 'lock', filename: 'a.csv', batchId: '6f0c2b4e-93d1-4b5c-8a77-2d1e5c9b40f6' };
  await expect(api.client({ backend: 'reference' }).call(calls.homeData, {})).rejects.toMatchObject({
    httpStatus: 400,
    message: expect.stringContaining('X-Transaction-Id'),
  });
  await expect(api.client().call(unmarked, item)).rejects.toMatchObject({
    httpStatus: 400,
    message: expect.stringContaining('batchId'),
  });
  await expect(api.client().call(beyond, {})).rejects.toMatchObject({
    httpStatus: 400,
    message: expect.stringContaining('does not know the call'),
  });
});
