import { isoAfter, isoTime } from '../../core/time/clock.ts';
import { audited, databases, fresh, people, rowsOf } from '../../testing/index.ts';
import { forgetEndedPreviews } from './index.ts';

const build = { remote: 'mf-reports', version: '2.0.0', publishedAt: '2026-11-20T10:00:00.000Z' };
const other = { ...build, publishedAt: '2026-11-21T10:00:00.000Z' };

describe.each(databases)('previews of remotes on $name', ({ start }) => {
  const api = fresh(() => start());
  const tester = fresh(() => api.as('operator'));
  const superadmin = fresh(() => api.as('superadmin'));

  it('anybody who is logged in begins one, and the audit has who did and which', async () => {
    expect(await tester.ask('beginPreview', build)).toMatchObject({ status: 'success' });
    const [account] = await rowsOf(api.store, 'accounts', { email: people.operator.email });
    const rows = await audited(api.store, { call: 'beginPreview.php' });
    expect(rows).toMatchObject([{ account_id: account?.id, outcome: 'success', said: build }]);
  });

  it('a superadmin ends one for everybody, once; others cannot, and the next one may begin', async () => {
    expect(await tester.call('endPreview', build)).toMatchObject({ status: 403 });
    await superadmin.ask('endPreview', build);
    await superadmin.ask('endPreview', build);
    expect(await tester.items('endedPreviews')).toEqual([
      { remote: 'mf-reports', publishedAt: '2026-11-20T10:00:00.000Z' },
    ]);
    expect(await tester.ask('beginPreview', build)).toMatchObject({
      status: 'error',
      message: expect.stringContaining('was ended'),
    });
    expect(await tester.ask('beginPreview', other)).toMatchObject({ status: 'success' });
  });

  it('what was ended is forgotten when no such preview can run any more', async () => {
    const at = isoTime(api.clock.now());
    await superadmin.ask('endPreview', build);
    await forgetEndedPreviews(api.store.db, at);
    expect(await tester.items('endedPreviews')).toHaveLength(1);
    await forgetEndedPreviews(api.store.db, isoAfter(api.clock.now(), 1));
    expect(await tester.items('endedPreviews')).toEqual([]);
  });
});
