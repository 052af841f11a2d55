import { commandById, type CommandId } from '../../contract/index.ts';
import { BatchFixture, OPERATOR, inputOf } from '../testing/batch-fixture.ts';
import type { BatchRunner } from './index.ts';

const ids = ['lock', 'unlock', 'blockApp'] as const;

/** A page that starts a batch of each command; the second and third wait for their turn. */
async function queue(): Promise<{ fixture: BatchFixture; runners: readonly BatchRunner[] }> {
  const fixture = new BatchFixture();
  const runners = ids.map((id) => fixture.manager.runnerFor(OPERATOR, commandById(id)));
  for (const [place, runner] of runners.entries()) {
    await fixture.shows('idle', runner);
    runner.start(inputOf(20, { waitsForTurn: place > 0 }));
    await fixture.clock.until(() => runner.getSnapshot().status !== 'preparing');
    if (place > 0) await fixture.shows('paused', runner);
  }
  return { fixture, runners };
}

/** The commands in the order in which the server received their first item. */
function begun({ server }: BatchFixture): readonly CommandId[] {
  const items = server.received.filter(({ body }) => body['imei'] !== undefined);
  const actions = [...new Set(items.map(({ body }) => body['action']))];
  return actions.flatMap((action) => ids.filter((id) => commandById(id).variants[0].action === action));
}

const [, second, third] = [0, 1, 2];

it('D16a a batch waits for those before it, sends nothing until then, and begins by itself, in order', async () => {
  const { fixture, runners } = await queue();
  expect(runners.slice(1).map((runner) => runner.getSnapshot())).toMatchObject([
    { status: 'paused', why: 'turn', batch: { summary: { done: 0 } } },
    { status: 'paused', why: 'turn', batch: { summary: { done: 0 } } },
  ]);
  await fixture.received(5);
  expect(begun(fixture)).toEqual(['lock']);
  for (const runner of runners) await fixture.shows('finished', runner);
  expect(begun(fixture)).toEqual(ids);
  expect(fixture.items()).toHaveLength(60);
});

it('D16a the operator may start one at once, and it runs beside the others', async () => {
  const { fixture, runners } = await queue();
  runners[third]?.goOn();
  await fixture.clock.until(() => begun(fixture).includes('blockApp'));
  expect(runners[second]?.getSnapshot()).toMatchObject({ status: 'paused', why: 'turn' });
  for (const runner of runners) await fixture.shows('finished', runner);
  expect(fixture.items()).toHaveLength(60);
});

it('D16a one that is cancelled while it waits is archived with nothing sent, and those behind it go on', async () => {
  const { fixture, runners } = await queue();
  runners[second]?.cancel();
  await fixture.shows('idle', runners[second]);
  for (const runner of [runners[0], runners[third]]) await fixture.shows('finished', runner);
  expect(begun(fixture)).toEqual(['lock', 'blockApp']);
  const archived = [...fixture.browser.kept.values()].flatMap(({ batch, archivedAt }) =>
    archivedAt === null ? [] : [batch],
  );
  expect(archived).toMatchObject([{ header: { command: 'unlock' }, progress: { phase: 'uploading', next: 0 } }]);
});

it('D16a after a reload it is a saved batch that has not begun', async () => {
  const { fixture } = await queue();
  fixture.browser.kill(() => true);
  const runner = fixture.open('unlock');
  const { saved } = await fixture.shows('resumable', runner);
  expect(saved).toMatchObject({ phase: 'uploading', summary: { done: 0 } });
  await fixture.clock.pass(100);
  expect(begun(fixture)).not.toContain('unlock');
  expect(fixture.server.statuses).toEqual([]);
});

it('D16a a batch that waits begins at once where none is before it', async () => {
  const fixture = new BatchFixture();
  const shown = new Set<string>();
  await fixture.shows('idle');
  fixture.runner.subscribe(() => shown.add(fixture.state.status));
  fixture.runner.start(inputOf(20, { waitsForTurn: true }));
  await fixture.shows('finished');
  expect(shown).not.toContain('paused');
});

it('D16a a batch that does not wait runs beside the one before it', async () => {
  const fixture = new BatchFixture();
  fixture.server.latencyMs = 50;
  const runners = [ids[0], ids[1]].map((id) => fixture.manager.runnerFor(OPERATOR, commandById(id)));
  for (const runner of runners) {
    await fixture.shows('idle', runner);
    runner.start(inputOf(20));
  }
  await fixture.clock.until(() => runners.every((runner) => runner.getSnapshot().status === 'running'));
  expect(begun(fixture)).toHaveLength(2);
  for (const runner of runners) await fixture.shows('finished', runner);
});
