import { BatchFixture, REPORT, imeiList } from '../testing/batch-fixture.ts';
import type { SimulatedReply } from '../testing/simulated-server.ts';

const extras = { at: (index: number) => ({ message: `Dear ${String(index)}` }), copy: () => ['sno,name'] };
const rows = { imeis: imeiList(2), extras };
const sentMessages = ({ server }: BatchFixture) =>
  server.received.flatMap(({ body }) => (body['imei'] === undefined ? [] : [body['message']]));

/** Notifications of which the first is unconfirmed; the page went while the server was told that they are complete. */
async function wentAtItsReport(...again: SimulatedReply[]): Promise<BatchFixture> {
  const fixture = new BatchFixture({ command: 'notify' });
  fixture.server.next('ok', 'ok', 'server-before');
  fixture.server.nextOf(REPORT, 'business', ...again);
  await fixture.start(2, { rows });
  await fixture.shows('paused');
  fixture.reopen();
  return fixture;
}

/** The unconfirmed one is asked for with the rows, and sent with its message. */
async function expectRetryWithRows(fixture: BatchFixture): Promise<void> {
  fixture.runner.retryUnconfirmed();
  const { saved } = await fixture.shows('resumable');
  expect(saved).toMatchObject({ needsFile: true, summary: { unconfirmed: 1 } });
  expect(sentMessages(fixture)).toEqual(['Dear 0', 'Dear 1']);
  fixture.runner.resume();
  await fixture.clock.until(
    () => fixture.state.status === 'resumable' && /Choose the same file again/.test(fixture.state.saved.problem),
  );
  fixture.runner.resume(rows);
  await fixture.confirmed();
  expect(sentMessages(fixture)).toEqual(['Dear 0', 'Dear 1', 'Dear 0']);
  expect(fixture.browser.kept.size).toBe(0);
}

describe('unconfirmed notifications on a page that does not have their rows', () => {
  it('T6 D11 D15 are never sent again without their message: the rows are asked for first', async () => {
    const fixture = await wentAtItsReport();
    await fixture.shows('finished');
    await expectRetryWithRows(fixture);
  });

  it('T6 D11a the same before the server was told of the end', async () => {
    const fixture = await wentAtItsReport('business');
    await fixture.shows('paused');
    fixture.runner.finishHere();
    await fixture.shows('finished');
    await expectRetryWithRows(fixture);
  });
});
