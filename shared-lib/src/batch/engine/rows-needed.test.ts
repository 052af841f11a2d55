import { Bench, imeiList } from '../testing/bench.ts';
import type { Fate } from '../testing/simulated-server.ts';

const REPORT = 'updateStatusOnServer.php';
const extras = { at: (index: number) => ({ message: `Dear ${String(index)}` }), copy: () => ['sno,name'] };
const rows = { imeis: imeiList(2), extras };
const sentMessages = ({ server }: Bench) =>
  server.received.flatMap(({ body }) => (body['imei'] === undefined ? [] : [body['message']]));

/** Notifications of which the first is unconfirmed; the page went while the server was told that they are complete. */
async function wentAtItsReport(...again: Fate[]): Promise<Bench> {
  const bench = new Bench({ command: 'notify' });
  bench.server.next('ok', 'ok', 'server-before');
  bench.server.nextOf(REPORT, 'business', ...again);
  await bench.start(2, { rows });
  await bench.shows('paused');
  bench.reopen();
  return bench;
}

/** The unconfirmed one is asked for with the rows, and sent with its message. */
async function expectRetryWithRows(bench: Bench): Promise<void> {
  bench.runner.retryUnconfirmed();
  const { saved } = await bench.shows('resumable');
  expect(saved).toMatchObject({ needsFile: true, summary: { unconfirmed: 1 } });
  expect(sentMessages(bench)).toEqual(['Dear 0', 'Dear 1']);
  bench.runner.resume();
  await bench.clock.until(
    () => bench.state.status === 'resumable' && /Choose the same file again/.test(bench.state.saved.problem),
  );
  bench.runner.resume(rows);
  await bench.clock.until(() => bench.state.status === 'finished' && bench.state.batch.summary.unconfirmed === 0);
  expect(sentMessages(bench)).toEqual(['Dear 0', 'Dear 1', 'Dear 0']);
  expect(bench.browser.kept.size).toBe(0);
}

describe('unconfirmed notifications on a page that does not have their rows', () => {
  it('T6 D11 D15 are never sent again without their message: the rows are asked for first', async () => {
    const bench = await wentAtItsReport();
    await bench.shows('finished');
    await expectRetryWithRows(bench);
  });

  it('T6 D11a the same before the server was told of the end', async () => {
    const bench = await wentAtItsReport('business');
    await bench.shows('paused');
    bench.runner.finishHere();
    await bench.shows('finished');
    await expectRetryWithRows(bench);
  });
});
