import * as v from 'valibot';
import {
  AUTHORIZATION_FAILED,
  AUTHORIZATION_FAILED_INVALID,
  cleanImei,
  hasValidCheckDigit,
  isAuthorizationFailure,
  isImei,
} from './index.ts';
import { parseConfig, plainAnswer, wireList, wireNumber, wireOptionalText, wireStatus, wireText } from './server.ts';

describe('IMEIs', () => {
  it.each([
    ['490154203237518', true],
    ['004999010640000', true],
    ['49015420323751', false],
    ['4901542032375180', false],
    ['49015420323751O', false],
    [' 490154203237518', false],
    ['490154203237518\n', false],
    ['４９０１５４２０３２３７５１８', false],
    ['3.56E+14', false],
    ['', false],
  ])('C1 B2 D10 %j is an IMEI: %s', (text, expected) => {
    expect(isImei(text)).toBe(expected);
  });

  it.each([
    ['490154203237518', true],
    ['356938035643809', true],
    ['004999010640000', true],
    ['490154203237517', false],
    ['356938036543809', false],
    ['49015420323751', false],
  ])('D10 %s has its Luhn check digit: %s', (text, expected) => {
    expect(hasValidCheckDigit(text)).toBe(expected);
  });

  it('D10 of ten last digits exactly one is right', () => {
    const right = Array.from({ length: 10 }, (_, digit) => `49015420323751${digit}`).filter(hasValidCheckDigit);
    expect(right).toEqual(['490154203237518']);
  });

  it.each([
    [' 49-015420-323751-8 ', '490154203237518'],
    ['49\u00a0015420/323751.8', '490154203237518'],
    ['49–015420—323751\u200b8\r\n', '490154203237518'],
    ['IMEI: 490154203237518', 'IMEI:490154203237518'],
    ['3.56E+14', '356E+14'],
  ])('D10 a pasted %j becomes %s', (text, expected) => {
    expect(cleanImei(text)).toBe(expected);
  });
});

describe('readers of what existing back ends send', () => {
  it.each([
    [12, 12],
    ['12', 12],
    [' 12.5 ', 12.5],
    ['-3', -3],
    [0, 0],
  ])('D1a the number %j is read as %d', (value, expected) => {
    expect(v.parse(wireNumber, value)).toBe(expected);
  });

  it.each(['', 'twelve', '1e3', '0x10', null, true])('D1a %j is no number', (value) => {
    expect(v.safeParse(wireNumber, value).success).toBe(false);
  });

  it.each([
    ['a', 'a'],
    [7, '7'],
    [null, ''],
    ['  ', '  '],
  ])('D1a the text %j is read as %j', (value, expected) => {
    expect(v.parse(wireText, value)).toBe(expected);
  });

  it('D1a a missing text is empty only where it may be missing', () => {
    expect(v.parse(wireOptionalText, undefined)).toBe('');
    expect(v.safeParse(wireText, undefined).success).toBe(false);
    expect(v.safeParse(wireText, ['a']).success).toBe(false);
  });

  it.each([
    ['success', 'success'],
    ['SUCCESS', 'success'],
    [' Error ', 'error'],
    [undefined, 'success'],
  ])('D1a the status %j is read as %s', (value, expected) => {
    expect(v.parse(wireStatus, value)).toBe(expected);
  });

  it.each(['ok', '', null, 1])('D1a %j is no status', (value) => {
    expect(v.safeParse(wireStatus, value).success).toBe(false);
  });

  it('D1a a list may be null or missing, but is no object', () => {
    const list = wireList(v.object({ id: wireText }));
    expect([v.parse(list, null), v.parse(list, undefined), v.parse(list, [{ id: 1, more: true }])]).toEqual([
      [],
      [],
      [{ id: '1' }],
    ]);
    expect(v.safeParse(list, { id: 1 }).success).toBe(false);
  });

  it('D2a an answer is a status and a sentence', () => {
    expect(v.parse(plainAnswer, { status: 'ERROR', message: 'No' })).toEqual({ status: 'error', message: 'No' });
  });
});

describe('answers that decide about the session', () => {
  it('S8 both texts end the session, letter for letter', () => {
    expect([AUTHORIZATION_FAILED, AUTHORIZATION_FAILED_INVALID]).toEqual([
      'Authorization Failed',
      'Authorization Failed.Invalid',
    ]);
    expect(
      [AUTHORIZATION_FAILED, AUTHORIZATION_FAILED_INVALID, 'authorization failed', ''].map(isAuthorizationFailure),
    ).toEqual([true, true, false, false]);
  });
});

describe('parseConfig', () => {
  const sharedKey = 'sixteen letters!';

  it('has a default for everything but the shared key', () => {
    expect(parseConfig({ sharedKey })).toEqual({
      apiBase: '/api/',
      registryUrl: '/registry.json',
      codec: 'v1',
      sharedKey,
      emailDomains: ['example.com', 'example.org', 'example.net'],
      currency: 'INR',
      backend: 'reference',
      idempotent: false,
      typedConfirmationAbove: null,
      apiVersion: '1.0.0',
      serverTimeZone: 'UTC',
      samples: { imei: '/samples/imei.csv', notify: '/samples/notification.csv' },
      registryKeys: [],
      registryEpoch: 1,
      withdrawalKeys: [],
      names: { reports: {}, permissions: {}, actions: {}, folders: {}, calls: {} },
    });
  });

  it('W1 ends the API base with a slash', () => {
    expect(parseConfig({ sharedKey, apiBase: 'https://api.example.com/v2' }).apiBase).toBe(
      'https://api.example.com/v2/',
    );
  });

  it.each([
    [{ lock: 'unlock' }, 'lock and unlock would both be sent as "unlock"'],
    [
      { enablecamera: 'CAMERA', disablecamera: 'CAMERA' },
      'disablecamera and enablecamera|enablecamera and disablecamera',
    ],
    [{ revokecredit: 'credit' }, 'credit and revokecredit would both be sent as "credit"'],
  ])('D1a D5 refuses %j: no command may be sent as another', (actions, problem) => {
    expect(() => parseConfig({ sharedKey, names: { actions } })).toThrow(
      new RegExp(`^config.json: names.actions: (${problem})`),
    );
  });

  const legacy = { backend: 'legacy', codec: 'legacy-cryptojs' };

  it.each([['a'], ['secret'], [' '], ['a passphrase of the year 2014']])(
    'D1a the passphrase of an existing back end may be %j',
    (passphrase) => {
      expect(parseConfig({ ...legacy, sharedKey: passphrase }).sharedKey).toBe(passphrase);
    },
  );

  it.each([
    [{ backend: 'legacy', sharedKey }],
    [{ backend: 'legacy', codec: 'v1', sharedKey }],
    [{ backend: 'legacy', sharedKey: 'secret' }],
  ])('D1 D1a %j cannot work, and says what to change', (document) => {
    expect(() => parseConfig(document)).toThrow(
      'config.json: codec: backend "legacy" does not work with codec "v1", whose replies need the transaction ids ' +
        'that such a back end is not sent; ' +
        'set "codec" to "legacy-cryptojs" for an existing back end, or "backend" to "reference" for the reference API',
    );
  });

  it('D1a a back end that was made for the contract may use the other codec', () => {
    expect(parseConfig({ codec: 'legacy-cryptojs', sharedKey: 'secret' })).toMatchObject({
      backend: 'reference',
      codec: 'legacy-cryptojs',
    });
  });

  it.each([
    'https://elsewhere.example/runs.php',
    'a/../../runs.php',
    'a/%2e%2E/%2e./runs.php',
    '%2e%2e%2fruns.php',
    'a%5c..%5cruns.php',
    '%zz/runs.php',
  ])('D1a no way of writing the path of a call leads out of the API: %s', (path) => {
    expect(() => parseConfig({ sharedKey, names: { calls: { 'batchRuns.php': path } } })).toThrow(
      'config.json: names.calls.batchRuns.php: a path is relative',
    );
  });

  it.each(['//elsewhere.example/lock', 'up/%2e%2e/%2e%2e', 'up/..%5c..'])('D1a nor of a folder: %s', (folder) => {
    expect(() => parseConfig({ sharedKey, names: { folders: { lock: folder } } })).toThrow(
      'config.json: names.folders.lock: a folder is a path',
    );
  });

  it('D1a takes names of every kind, and folders without their last slash', () => {
    const names = {
      reports: { lock: 'locked' },
      permissions: { 'Lock Device': 'LOCK', 'A remote of its own': 'X' },
      actions: { lock: 'LOCK_DEVICE' },
      folders: { lock: '/uploads/lock/' },
      calls: { 'batchRuns.php': 'more/runs.php?all=1' },
    };
    expect(parseConfig({ sharedKey, names }).names).toEqual({ ...names, folders: { lock: '/uploads/lock' } });
  });

  it.each([
    [{}, 'config.json: sharedKey:'],
    [{ ...legacy, sharedKey: '' }, 'config.json: sharedKey: sharedKey is empty'],
    [{ sharedKey: '' }, 'config.json: sharedKey: sharedKey is empty'],
    [
      { sharedKey: 'fifteen letters' },
      'config.json: sharedKey: sharedKey needs at least 16 characters with codec "v1"',
    ],
    [{ sharedKey, backend: 'php' }, 'config.json: backend:'],
    [{ sharedKey, typedConfirmationAbove: -1 }, 'config.json: typedConfirmationAbove:'],
    [{ sharedKey, samples: { imei: 1 } }, 'config.json: samples.imei:'],
    ['text', 'config.json: the document:'],
    [
      { sharedKey, serverTimeZone: 'Calcutta time' },
      'config.json: serverTimeZone: "Calcutta time" is no IANA time zone',
    ],
    [{ sharedKey, names: { actions: { locked: 'LOCK' } } }, 'config.json: names.actions: there is no action "locked"'],
    [{ sharedKey, names: { actions: { lock: '' } } }, 'config.json: names.actions.lock: a name is empty'],
    [
      { sharedKey, names: { reports: { registrations: 'r' } } },
      'config.json: names.reports: there is no report "registrations"',
    ],
    [
      { sharedKey, names: { calls: { 'batchruns.php': 'runs.php' } } },
      'config.json: names.calls: there is no call "batchruns.php"',
    ],
  ])('D1 D1a names the field that is wrong in %j', (document, problem) => {
    expect(() => parseConfig(document)).toThrow(problem);
  });
});
