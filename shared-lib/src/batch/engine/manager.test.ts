import { commandById } from '../../contract/index.ts';
import { BatchFixture, OPERATOR, inputOf, sending } from '../testing/batch-fixture.ts';

const lock = commandById('lock');
const unlock = commandById('unlock');

it('D16 there is one runner an operator and command, and none for a command without a batch', () => {
  const { manager } = new BatchFixture();
  expect(manager.runnerFor(OPERATOR, lock)).toBe(manager.runnerFor(OPERATOR, lock));
  expect(manager.runnerFor(OPERATOR, lock)).not.toBe(manager.runnerFor(OPERATOR, unlock));
  expect(manager.runnerFor(OPERATOR, lock)).not.toBe(manager.runnerFor('other@example.com', lock));
  expect(() => manager.runnerFor(OPERATOR, commandById('formattedDevice'))).toThrow(
    'The command Formatted Device has no batch.',
  );
});

it('D16 the top bar sees the batches under way, whatever screen is shown, until they end', async () => {
  const fixture = new BatchFixture();
  const { manager } = fixture;
  const seen = new Set<string>();
  manager.subscribe(() => manager.getSnapshot().forEach((batch) => seen.add(`${batch.title} ${batch.state.status}`)));
  const runners = [manager.runnerFor(OPERATOR, lock), manager.runnerFor(OPERATOR, unlock)];
  for (const runner of runners) {
    await fixture.shows('idle', runner);
    runner.start(inputOf(200));
  }
  await fixture.clock.until(() => manager.getSnapshot().length === 2);
  expect(manager.hasActive()).toBe(true);
  expect(manager.getSnapshot()).toBe(manager.getSnapshot());
  for (const runner of runners) await fixture.shows('finished', runner);
  await fixture.clock.pass(100);
  expect(manager.getSnapshot()).toEqual([]);
  expect(manager.hasActive()).toBe(false);
  expect([...seen]).toEqual(expect.arrayContaining(['Lock Device running', 'Unlock Device running']));
});

it('D9a S4 all batches pause before the session ends, and go on when the same operator has signed in', async () => {
  const fixture = await sending(200, 5);
  const { manager, runner } = fixture;
  manager.pauseAll('session-expiring');
  expect(await fixture.shows('paused')).toMatchObject({ why: 'session-expiring' });
  manager.signedIn('other@example.com');
  await fixture.clock.pass(1000);
  expect(runner.getSnapshot().status).toBe('paused');
  manager.signedIn(OPERATOR);
  await fixture.shows('finished');
});

it("D11 an operator's own pause is not ended by signing in", async () => {
  const fixture = await sending(200, 5);
  const { manager, runner } = fixture;
  runner.pause();
  await fixture.shows('paused');
  manager.signedIn(OPERATOR);
  await fixture.clock.pass(1000);
  expect(runner.getSnapshot().status).toBe('paused');
  manager.dispose();
});

it('D40 D14 tells which batches are unfinished or archived, newest first, and sends nothing by that', async () => {
  const fixture = await sending(200, 5);
  const { manager, runner } = fixture;
  const other = manager.runnerFor(OPERATOR, unlock);
  await fixture.shows('idle', other);
  for (const name of ['a.csv', 'b.csv']) {
    other.start(inputOf(90, { name }));
    await fixture.shows('running', other);
    other.cancel();
    await fixture.shows('idle', other);
  }
  other.start(inputOf(90));
  for (const one of [runner, other]) {
    one.pause();
    await fixture.shows('paused', one);
  }
  const sent = fixture.server.received.length;
  const asked = Promise.all([manager.unfinished(OPERATOR), manager.unfinished('other@example.com'), other.archived()]);
  const [unfinished, others, archived] = await fixture.over(asked);
  expect(unfinished.map(({ header }) => [header.command, header.totals.valid])).toEqual([
    ['unlock', 90],
    ['lock', 200],
  ]);
  expect(others).toEqual([]);
  expect(archived.map(({ header }) => header.fileName)).toEqual(['b.csv', 'a.csv']);
  expect(fixture.server.received).toHaveLength(sent);
  manager.dispose();
});
