import type { BodyOf, calls } from '@device-console/shared-lib/contract';
import { DAY, HOUR, isoAfter, MINUTE } from '../time/clock.ts';
import { deleteOldTelemetry } from '../store/telemetry.ts';
import type { Session, TestApi } from './test-api.ts';

type ReportBody = BodyOf<(typeof calls)['platformReport']>;
type Failure = ReportBody['failures'][number];

const canary = {
  remote: 'mf-reports',
  version: '1.2.0',
  release: '1.2.0-ab',
  sequence: 8,
  source: 'canary',
  screen: 'audit',
} as const;
const live = { ...canary, version: '1.1.0', release: '1.1.0-cd', source: 'live' } as const;
const failure: Failure = {
  ...canary,
  owner: 'Reports team',
  kind: 'uncaught-error',
  message: 'TypeError: x is undefined',
  stack: 'at onPress (http://s/mf-reports/1.2.0-ab/a.js:1:2)',
  count: 1,
};

const report = (more: Partial<ReportBody> = {}): ReportBody => ({
  browser: 'Chrome 142',
  loads: [],
  failures: [],
  ...more,
});

/** What becomes of reports of loads and failures, told of each database through the API itself. */
export function describeTelemetry(database: string, start: () => Promise<TestApi>): void {
  describe(`telemetry on ${database}`, () => {
    let api: TestApi;
    let operator: Session;
    let admin: Session;
    beforeEach(async () => {
      api = await start();
      [operator, admin] = [await api.as('operator'), await api.as('admin')];
    });
    afterEach(() => api.close());

    const figures = async (hours = 24) =>
      (await (await api.as('superadmin')).call('platformFigures', { hours })).answer;

    it('loads are counted by build, with half and 95 of 100 of their times', async () => {
      const loads = Array.from({ length: 100 }, (_, index) => ({ ...canary, ms: index < 90 ? 200 : 3_000 }));
      await operator.call('platformReport', report({ loads: loads.slice(0, 50) }));
      await admin.call('platformReport', report({ loads: [...loads.slice(50), { ...live, ms: 0 }] }));
      const { items } = await figures();
      expect(items).toMatchObject([
        {
          remote: 'mf-reports',
          version: '1.2.0',
          release: '1.2.0-ab',
          source: 'canary',
          loads: 100,
          failures: 0,
          operators: 0,
        },
        { version: '1.1.0', source: 'live', loads: 1, p50: 0, p95: 0 },
      ]);
      const [{ p50, p95 } = { p50: 0, p95: 0 }] = items as { p50: number; p95: number }[];
      expect(Math.abs(p50 - 200)).toBeLessThanOrEqual(10);
      expect(Math.abs(p95 - 3_000)).toBeLessThanOrEqual(150);
    });

    it(
      'failures of a kind are one, with how often and by how many operators it was met, those met last ' + 'first',
      async () => {
        const other = { ...failure, message: 'Error: y', owner: '' };
        await operator.call('platformReport', report({ failures: [{ ...failure, count: 3 }, other] }));
        api.clock.advance(MINUTE);
        await operator.call('platformReport', report({ failures: [{ ...failure, screen: 'reports', sequence: 9 }] }));
        await admin.call('platformReport', report({ browser: 'Firefox 140', failures: [failure] }));
        const answer = await figures();
        expect(answer['items']).toMatchObject([
          { release: '1.2.0-ab', loads: 0, p50: null, p95: null, failures: 6, operators: 2 },
        ]);
        expect(answer['failures']).toMatchObject([
          {
            message: failure.message,
            stack: failure.stack,
            owner: 'Reports team',
            screen: 'audit',
            browser: 'Chrome 142',
            count: 5,
            operators: 2,
          },
          { message: 'Error: y', count: 1, operators: 1 },
        ]);
        const [first] = answer['failures'] as { firstAt: string; lastAt: string }[];
        expect(Date.parse(first?.lastAt ?? '') - Date.parse(first?.firstAt ?? '')).toBe(MINUTE);
      },
    );

    it('reports at the same moment lose nothing', async () => {
      const bodies = Array.from({ length: 12 }, (_, index) =>
        report({
          loads: [
            { ...canary, ms: 100 },
            { ...live, ms: 100 },
          ],
          failures: index % 2 === 0 ? [failure, { ...failure, message: 'b' }] : [{ ...failure, message: 'b' }, failure],
        }),
      );
      const replies = await Promise.all(
        bodies.map((body, index) => (index % 3 === 0 ? admin : operator).call('platformReport', body)),
      );
      expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 200));
      const answer = await figures();
      expect(answer['items']).toMatchObject([{ loads: 12, failures: 24, operators: 2 }, { loads: 12 }]);
      expect(answer['failures']).toMatchObject([{ count: 12 }, { count: 12 }]);
    });

    it('figures are of the hours that are asked for, and what is older than its days is forgotten', async () => {
      const told = report({ loads: [{ ...canary, ms: 100 }], failures: [failure] });
      await operator.call('platformReport', told);
      api.clock.advance(3 * HOUR);
      await (await api.as('operator')).call('platformReport', told);
      expect((await figures(1))['items']).toMatchObject([{ loads: 1, failures: 1 }]);
      expect((await figures(24))['items']).toMatchObject([{ loads: 2, failures: 2 }]);
      await deleteOldTelemetry(api.store.db, isoAfter(api.clock.now(), -HOUR));
      expect((await figures(24))['items']).toMatchObject([{ loads: 1, failures: 1 }]);
      expect((await figures(24))['failures']).toMatchObject([{ count: 1 }]);
      await deleteOldTelemetry(api.store.db, isoAfter(api.clock.now(), DAY));
      expect(await figures(24)).toMatchObject({ items: [], failures: [] });
    });

    it('a build whose failures all differ has so many kinds and one for the rest', async () => {
      const failures = Array.from({ length: 210 }, (_, index) => ({
        ...failure,
        message: `Error ${String.fromCharCode(97 + (index % 26))}${'x'.repeat(index)}`.slice(0, 500),
      }));
      for (let at = 0; at < failures.length; at += 20)
        await operator.call('platformReport', report({ failures: failures.slice(at, at + 20) }));
      const { rows } = { rows: await api.store.db.selectFrom('remote_failures').select(['kind', 'message']).execute() };
      expect(rows).toHaveLength(201);
      expect(rows.at(-1)).toEqual({
        kind: 'other',
        message: 'Further kinds of failures of this build, which are not told apart.',
      });
      expect((await figures())['items']).toMatchObject([{ failures: 210 }]);
    });
  });
}
