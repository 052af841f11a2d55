import {
  isRemoteId,
  LONGEST_DEVELOPMENT_MS,
  loopbackOrigin,
  readDevelopmentDeclaration,
  readOverride,
} from './index.ts';
import { declarationOf } from '../remote/test-declaration.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const owner = { email: 'superadmin@example.com', userlevel: 'SUPERADMIN', now: NOW } as const;
const record = {
  id: 'mf-reports',
  origin: 'http://localhost:3401',
  email: owner.email,
  until: NOW + 3_600_000,
};

describe('loopbackOrigin', () => {
  it.each([
    ['http://localhost:3401', 'http://localhost:3401'],
    [' http://LOCALHOST:3401/ ', 'http://localhost:3401'],
    ['http://localhost', 'http://localhost'],
    ['http://127.0.0.1:3401', 'http://127.0.0.1:3401'],
    ['http://127.8.9.10:1', 'http://127.8.9.10:1'],
    ['http://127.1:80', 'http://127.0.0.1'],
    ['http://[::1]:3401', 'http://localhost:3401'],
    ['http://[0:0::1]:3401', 'http://localhost:3401'],
  ])('takes %s as %s', (text, origin) => {
    expect(loopbackOrigin(text)).toEqual({ status: 'loopback', origin });
  });

  it.each([
    ...['', 'localhost:3401', 'ws://localhost:3401', 'javascript:alert(1)'].map((text) => [
      text,
      'Write a whole address, such as http://localhost:3401.',
    ]),
    ...[
      ['http://evil.example:3401', 'evil.example:3401'],
      ['http://10.0.0.5', '10.0.0.5'],
      ['http://0.0.0.0:3401', '0.0.0.0:3401'],
      ['http://localhost.evil.example', 'localhost.evil.example'],
      ['http://127.0.0.1.evil.example', '127.0.0.1.evil.example'],
      ['http://localhost@evil.example', 'evil.example'],
      ['http://[::2]:3401', '[::2]:3401'],
      ['http://[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
    ].map(([text, host]) => [
      text,
      `${host} is not this computer. Only a dev server at localhost, 127.0.0.1 or [::1] can be used.`,
    ]),
    [
      'https://localhost:3401',
      'Dev servers are asked over http, which stays on this computer. Write http://localhost:3401.',
    ],
    ...['http://localhost:3401/mf-reports/', 'http://localhost:3401/?x', 'http://user:word@localhost:3401'].map(
      (text) => [text, 'Write the address without a path or anything after it: http://localhost:3401.'],
    ),
  ])('refuses %j: %s', (text = '', reason = '') => {
    expect(loopbackOrigin(text)).toEqual({ status: 'refused', reason });
  });
});

describe('readOverride', () => {
  const read = (more: object = {}, reader: Partial<Parameters<typeof readOverride>[1]> = {}) =>
    readOverride(JSON.stringify({ ...record, ...more }), { ...owner, ...reader });

  it('gives its owner what was stored, however the e-mail is written', () => {
    expect(read()).toEqual(record);
    expect(read({}, { email: 'SuperAdmin@Example.com' })).toEqual(record);
  });

  it('counts until its moment, eight hours ahead at most', () => {
    expect(read({ until: NOW + 1 })).not.toBeNull();
    expect(read({ until: NOW })).toBeNull();
    expect(read({ until: NOW + LONGEST_DEVELOPMENT_MS })).not.toBeNull();
    expect(read({ until: NOW + LONGEST_DEVELOPMENT_MS + 1 })).toBeNull();
  });

  it.each([
    ['another account', {}, { email: 'other@example.com' }],
    ['an ADMIN', {}, { userlevel: 'ADMIN' }],
    ['an operator', {}, { userlevel: 'USER' }],
    ['an owner that was changed', { email: 'other@example.com' }, {}],
    ['a foreign origin', { origin: 'https://evil.example' }, {}],
    ['a foreign http origin', { origin: 'http://evil.example:3401' }, {}],
    ['an origin with more behind it', { origin: 'http://localhost:3401/x' }, {}],
    ['an origin that a policy cannot name', { origin: 'http://[::1]:3401' }, {}],
    ['an end that is no number', { until: '2099-01-01' }, {}],
    ['no end at all', { until: undefined }, {}],
    ['an end beyond all times', { until: 1e300 }, {}],
    ['an id that is none', { id: '../x' }, {}],
  ] as const)('is nothing for %s', (_what, more, reader) => {
    expect(read(more, reader)).toBeNull();
  });

  it.each([null, '', '{', 'null', '[]', '7', '{}'])('is nothing when %j is stored', (text) => {
    expect(readOverride(text, owner)).toBeNull();
  });
});

describe('readDevelopmentDeclaration', () => {
  const declaration = declarationOf('mf-reports');

  it('reads what a build declares', () => {
    expect(readDevelopmentDeclaration(declaration, 'mf-reports')).toEqual({ status: 'usable', declaration });
  });

  it('names the first field that does not fit, and a remote that is another one', () => {
    expect(readDevelopmentDeclaration({ ...declaration, screens: 'none' }, 'mf-reports')).toMatchObject({
      status: 'broken',
      message: expect.stringMatching(/^is not a declaration of a remote: screens: /),
    });
    expect(readDevelopmentDeclaration('<!doctype html>', 'mf-reports')).toMatchObject({
      status: 'broken',
      message: expect.stringMatching(/^is not a declaration of a remote: the document: /),
    });
    expect(readDevelopmentDeclaration(declaration, 'mf-admin')).toEqual({
      status: 'broken',
      message: 'declares mf-reports, not mf-admin',
    });
  });
});

it('an id is lower case letters, digits and dashes', () => {
  expect(['mf-x', 'mf-spare-parts', 'MF-X', '', '../x', 'mf x'].map(isRemoteId)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
