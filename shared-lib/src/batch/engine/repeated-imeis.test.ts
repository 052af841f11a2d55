import { type BatchFixture, imeiAt, begun } from '../testing/batch-fixture.ts';
import { itemId } from '../testing/simulated-browser.ts';

const BATCH_ID = '00000000-0000-4000-8000-000000000001';

/** Notifications of these devices, by their index in the fixture's list; each row has a message of its own. */
function notifications(devices: readonly number[]) {
  const copy = () => devices.map((device, index) => `${String(index)} ${String(device)}`);
  const extras = { at: (index: number) => ({ message: `message ${String(index)}` }), copy };
  return { rows: { imeis: Float64Array.from(devices, (device) => Number(imeiAt(device))), extras } };
}

const messages = ({ server }: BatchFixture) =>
  server.received.flatMap(({ body }) => (body['message'] === undefined ? [] : [body['message']]));
const idsOf = ({ server }: BatchFixture) =>
  server.received.flatMap(({ body, transactionId }) => (body['imei'] === undefined ? [] : [transactionId]));

describe('an IMEI that stands in several rows of notifications', () => {
  it('D13a D2 every row is sent under an id of its own; the first has the id that it always had', async () => {
    const fixture = await begun(5, { command: 'notify', input: notifications([0, 1, 0, 0, 1]) });
    const { batch } = await fixture.shows('finished');
    expect(messages(fixture)).toEqual([0, 1, 2, 3, 4].map((index) => `message ${String(index)}`));
    expect(fixture.server.acted).toEqual([0, 1, 0, 0, 1].map(imeiAt));
    const ids = idsOf(fixture);
    expect(new Set(ids).size).toBe(5);
    expect(ids.slice(0, 2)).toEqual([0, 1].map((device) => itemId(BATCH_ID, imeiAt(device), 'notify')));
    expect(batch.summary).toMatchObject({ done: 5, found: 5, unconfirmed: 0 });
    const list = fixture.server.received.find(({ path }) => path === 'updateCommandOnServer.php');
    expect(list?.body['imeilist']).toBe([0, 1, 0, 0, 1].map(imeiAt).join(','));
  });

  it('D13a D11 an unconfirmed row is sent again under its own id, and no other row of the IMEI', async () => {
    const fixture = await begun(4, {
      command: 'notify',
      replies: ['ok', 'ok', 'ok', 'ok', 'conflict'],
      input: notifications([0, 1, 0, 0]),
    });
    const { batch } = await fixture.shows('finished');
    const statuses = [...batch.results.processed()].map(({ status }) => status);
    expect(statuses).toEqual(['found', 'found', 'unconfirmed', 'found']);
    fixture.runner.retryUnconfirmed();
    await fixture.confirmed();
    expect(messages(fixture).at(-1)).toBe('message 2');
    expect(idsOf(fixture).at(-1)).toBe(idsOf(fixture)[2]);
  });

  it('D13a D2b a doubt names the row where the IMEI stands in several', async () => {
    const fixture = await begun(4, {
      command: 'notify',
      idempotent: false,
      replies: ['ok', 'ok', 'ok', 'server-after', 'server-after'],
      input: notifications([0, 1, 0, 2]),
    });
    expect(await fixture.shows('paused')).toMatchObject({ undecided: { kind: 'imei', imei: imeiAt(1), row: null } });
    fixture.runner.goOn();
    await fixture.clock.until(() => fixture.items().length === 3);
    await fixture.clock.pass(50);
    expect(await fixture.shows('paused')).toMatchObject({ undecided: { kind: 'imei', imei: imeiAt(0), row: 3 } });
  });
});
