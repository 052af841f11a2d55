import { type BatchFixture, begun, ITEM, REPORT, sending } from '../testing/batch-fixture.ts';
import type { SimulatedReply } from '../testing/simulated-server.ts';

const MINUTE = 60_000;

/** A finished batch of two, of which the first is unconfirmed. */
async function unconfirmed(idempotent: boolean): Promise<BatchFixture> {
  const reply: SimulatedReply = idempotent ? 'conflict' : 'network-after';
  const fixture = await begun(2, { idempotent, replies: { [ITEM]: [reply] } });
  if (!idempotent) {
    await fixture.shows('paused');
    fixture.runner.goOn('leave');
  }
  expect((await fixture.shows('finished')).batch.summary).toMatchObject({ done: 2, unconfirmed: 1 });
  return fixture;
}

describe('unconfirmed devices', () => {
  it.each([
    { idempotent: true, isWanted: true, asks: false },
    { idempotent: true, isWanted: false, asks: false },
    { idempotent: false, isWanted: true, asks: false },
    { idempotent: false, isWanted: false, asks: true },
  ])('D2b D11 are asked about once: %j', async ({ idempotent, isWanted, asks }) => {
    const fixture = await unconfirmed(idempotent);
    if (isWanted) {
      fixture.runner.retryUnconfirmed();
    } else {
      fixture.reopen();
      await fixture.shows('idle');
      fixture.runner.restore(fixture.keptId);
      await fixture.shows('resumable');
      fixture.runner.resume();
    }
    const shown = new Set<string>();
    fixture.runner.subscribe(() => shown.add(fixture.state.status));
    if (asks) {
      await fixture.shows('paused');
      fixture.runner.goOn('resend');
    }
    await fixture.confirmed();
    expect(shown.has('paused')).toBe(asks);
    expect(fixture.items()).toHaveLength(3);
  });

  it('D2b D11 D14 that the operator neither sends again nor leaves stay as they were in the archive', async () => {
    const fixture = await unconfirmed(false);
    fixture.reopen();
    await fixture.shows('idle');
    fixture.runner.restore(fixture.keptId);
    await fixture.shows('resumable');
    fixture.runner.resume();
    await fixture.shows('paused');
    fixture.runner.cancel();
    await fixture.shows('idle');
    await fixture.clock.pass(60 * MINUTE);
    const kept = [...fixture.browser.kept.values()];
    expect(kept.map(({ batch, archivedAt }) => [batch.progress.phase, archivedAt === null])).toEqual([
      ['finished', false],
    ]);
    expect([fixture.items().length, fixture.reports().length]).toEqual([2, 1]);
  });
});

it.each([
  { what: 'lost to another tab', end: ({ browser }: BatchFixture) => browser.freeSilently() },
  { what: 'left with its page', end: ({ runner }: BatchFixture) => runner.dispose() },
])('D16 a batch that is $what is not put into the archive', async ({ end }) => {
  const fixture = await sending(30, 5);
  end(fixture);
  await fixture.clock.pass(MINUTE);
  expect([...fixture.browser.kept.values()].map(({ archivedAt }) => archivedAt)).toEqual([null]);
  expect(fixture.server.paths()).not.toContain(REPORT);
});
