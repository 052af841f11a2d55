import { deleteOldTelemetry } from './index.ts';
import { startReceiver } from '../../testing/http-receiver.ts';
import { audited, databases, fresh, rowsOf, startTestApi, type Session } from '../../testing/index.ts';
import { DAY, HOUR, isoAfter, MINUTE } from '../../core/time/clock.ts';

const build = { remote: 'mf-reports', version: '1.2.0', release: '1.2.0-ab', sequence: 8 };
const canary = { ...build, source: 'canary', screen: 'audit' };
const live = { ...canary, version: '1.1.0', release: '1.1.0-cd', source: 'live' };
const stack = 'at onPress (http://s/mf-reports/1.2.0-ab/a.js:1:2)';
const crash = { owner: 'Reports team', kind: 'uncaught-error', message: 'TypeError: x is undefined', stack };
const failure = { ...canary, ...crash, count: 1 };

const tell = (session: Session, more: object = {}) =>
  session.call('platformReport', { browser: 'Chrome 142', loads: [], failures: [], ...more });

describe.each(databases)('telemetry on $name', ({ start }) => {
  const api = fresh(() => start());
  const operator = fresh(() => api.as('operator'));
  const admin = fresh(() => api.as('admin'));

  const figures = async (hours = 24) => (await api.as('superadmin')).ask('platformFigures', { hours });

  it('loads are counted by build, with half and 95 of 100 of their times', async () => {
    const loads = Array.from({ length: 100 }, (_, index) => ({ ...canary, ms: index < 90 ? 200 : 3_000 }));
    await tell(operator, { loads: loads.slice(0, 50) });
    await tell(admin, { loads: [...loads.slice(50), { ...live, ms: 0 }] });
    const { items } = await figures();
    expect(items).toMatchObject([
      { remote: 'mf-reports', release: '1.2.0-ab', source: 'canary', loads: 100, failures: 0, operators: 0 },
      { version: '1.1.0', source: 'live', loads: 1, p50: 0, p95: 0 },
    ]);
    const [{ p50, p95 } = { p50: 0, p95: 0 }] = items as { p50: number; p95: number }[];
    expect(Math.abs(p50 - 200)).toBeLessThanOrEqual(10);
    expect(Math.abs(p95 - 3_000)).toBeLessThanOrEqual(150);
  });

  it('failures of a kind are one, with how often and by how many operators; those met last first', async () => {
    const other = { ...failure, message: 'Error: y', owner: '' };
    await tell(operator, { failures: [{ ...failure, count: 3 }, other] });
    api.clock.advance(MINUTE);
    await tell(operator, { failures: [{ ...failure, screen: 'reports', sequence: 9 }] });
    await tell(admin, { browser: 'Firefox 140', failures: [failure] });
    const { message, stack, owner } = failure;
    const [firstAt, lastAt] = [isoAfter(api.clock.now(), -MINUTE), isoAfter(api.clock.now(), 0)];
    expect(await figures()).toMatchObject({
      items: [{ release: '1.2.0-ab', loads: 0, p50: null, p95: null, failures: 6, operators: 2 }],
      failures: [
        { message, stack, owner, screen: 'audit', count: 5, operators: 2, firstAt, lastAt },
        { message: 'Error: y', count: 1, operators: 1 },
      ],
    });
  });

  it('reports at the same moment lose nothing', async () => {
    const loads = [canary, live].map((build) => ({ ...build, ms: 100 }));
    const failures = [failure, { ...failure, message: 'b' }];
    const telling = Array.from({ length: 12 }, (_, index) =>
      tell(index % 3 === 0 ? admin : operator, { loads, failures: index % 2 === 0 ? failures : failures.toReversed() }),
    );
    for (const { status } of await Promise.all(telling)) expect(status).toBe(200);
    const items = [{ loads: 12, failures: 24, operators: 2 }, { loads: 12 }];
    expect(await figures()).toMatchObject({ items, failures: [{ count: 12 }, { count: 12 }] });
  });

  it('figures are of the hours that are asked for, and what is older than its days is forgotten', async () => {
    const told = { loads: [{ ...canary, ms: 100 }], failures: [failure] };
    await tell(operator, told);
    api.clock.advance(3 * HOUR);
    await tell(await api.as('operator'), told);
    expect((await figures(1))['items']).toMatchObject([{ loads: 1, failures: 1 }]);
    expect((await figures(24))['items']).toMatchObject([{ loads: 2, failures: 2 }]);
    await deleteOldTelemetry(api.store.db, isoAfter(api.clock.now(), -HOUR));
    expect(await figures(24)).toMatchObject({ items: [{ loads: 1, failures: 1 }], failures: [{ count: 1 }] });
    await deleteOldTelemetry(api.store.db, isoAfter(api.clock.now(), DAY));
    expect(await figures(24)).toMatchObject({ items: [], failures: [] });
  });

  it('a build whose failures all differ has so many kinds and one for the rest', async () => {
    const failures = Array.from({ length: 210 }, (_, index) => ({
      ...failure,
      message: `Error ${String.fromCharCode(97 + (index % 26))}${'x'.repeat(index)}`.slice(0, 500),
    }));
    for (let at = 0; at < failures.length; at += 20) await tell(operator, { failures: failures.slice(at, at + 20) });
    const rows = await api.store.db.selectFrom('remote_failures').select(['kind', 'message']).execute();
    expect(rows).toHaveLength(201);
    const message = 'Further kinds of failures of this build, which are not told apart.';
    expect(rows.at(-1)).toEqual({ kind: 'other', message });
    expect((await figures())['items']).toMatchObject([{ failures: 210 }]);
  });

  it('what a page tells is rid of what is personal once more', async () => {
    const message = 'no device 356938030000005 of anna@example.com';
    const stack = 'Maria\n    at a (http://s/a.js?imei=1:1:2)';
    await tell(operator, { failures: [{ ...failure, message, stack }] });
    const kept = { message: 'no device … of …', stack: 'at a (http://s/a.js:1:2)' };
    expect(await rowsOf(api.store, 'remote_failures')).toMatchObject([kept]);
  });

  it('D2a is refused beyond the limit of an account, and a flood leaves few rows in the audit', async () => {
    const send = async (session: Session) => (await tell(session)).status;
    for (let sent = 0; sent < 180; sent += 1) expect(await send(operator)).toBe(200);
    for (let sent = 0; sent < 30; sent += 1) expect(await send(operator)).toBe(429);
    expect(await audited(api.store, { call: 'platformReport.php' })).toMatchObject([{ outcome: 'refused' }]);
    expect(await send(admin)).toBe(200);
    api.clock.advance(15 * MINUTE);
    expect(await send(operator)).toBe(200);
  });

  it.each([
    ['more failures than one may hold', { failures: Array.from({ length: 21 }, () => failure) }],
    ['a longer message', { failures: [{ ...failure, message: 'x'.repeat(501) }] }],
    ['a longer stack', { failures: [{ ...failure, stack: 'x'.repeat(4_001) }] }],
    ['a remote that cannot be one', { failures: [{ ...failure, remote: '../x' }] }],
    ['a source that nobody knows', { failures: [{ ...failure, source: 'development' }] }],
    ['a negative time', { loads: [{ ...failure, ms: -1 }] }],
  ])('D2a a report with %s is malformed', async (_what, more) => {
    expect((await tell(operator, more)).status).toBe(400);
  });
});

describe('a new kind of failure', () => {
  const team = fresh(() => startReceiver((response) => void response.writeHead(204).end()));
  const deaf = fresh(() => startReceiver((response) => void response.writeHead(404).end()));
  const webhooks = () => [team, deaf].map(({ address }) => ({ url: `${address}/hook`, secret: 'a secret' }));
  const api = fresh(() => startTestApi(undefined, { logLevel: 'info', webhooks: webhooks() }));

  it('is told to its team once; where that cannot be done, the log says so', async () => {
    const operator = await api.as('operator');
    for (const count of [1, 5]) expect((await tell(operator, { failures: [{ ...failure, count }] })).status).toBe(200);
    await api.server.close();
    expect(team.received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        ...{ event: 'new-failure', at: api.clock.now().toISOString(), remote: 'mf-reports', owner: 'Reports team' },
        ...{ version: '1.2.0', release: '1.2.0-ab', text: failure.message },
        failure: { kind: 'uncaught-error', screen: 'audit', source: 'canary', stack: failure.stack },
      },
    ]);
    expect(api.lines.join('')).toContain('was not notified of new-failure of mf-reports: it answered 404.');
  });

  it('of a build whose failures all differ is told so often in an hour and no more', async () => {
    const operator = await api.as('operator');
    for (const from of ['a', 'b']) {
      const many = Array.from({ length: 15 }, (_, index) => `${from} ${'x'.repeat(index)}`);
      await tell(operator, { failures: many.map((message) => ({ ...failure, message })) });
    }
    api.clock.advance(HOUR);
    await tell(await api.as('operator'), { failures: [{ ...failure, message: 'c' }] });
    await api.server.close();
    expect(team.received).toHaveLength(21);
    expect(api.lines.filter((line) => line.includes('more new kinds of failures'))).toHaveLength(1);
  });
});
