import { newTransactionId } from '@device-console/shared-lib/crypto';
import { registerDevices } from './register-devices.ts';
import {
  claim,
  databases,
  DE_ENROLLED,
  ENROLLED,
  failure,
  factsOf,
  fresh,
  itemAt,
  registerBatch,
  RELEASED,
  sendChunk,
  sendSingle,
  UNKNOWN,
} from '../../testing/index.ts';
import { testSecondImei } from '../../testing/test-data.ts';
import { begunBatch } from '../../testing/test-batch.ts';
import { isoTime } from '../time/clock.ts';

const [first = '', other = '', third = ''] = ENROLLED;
const [second, otherSecond] = [testSecondImei(0), testSecondImei(1)];
const done = { status: 'success' };
const found = (row: number) => ({ row, outcome: 'answered', message: 'found' });
const repeated = (row: number, of: number, imei: string) => ({
  ...{ row, outcome: 'refused' },
  message: `This is the phone of row ${of}, IMEI ${imei}, again. Nothing was sent to it a second time.`,
});

describe.each(databases)('a phone by either IMEI on $name', ({ start }) => {
  const api = fresh(() => start({ approvals: { policy: { release: 1 }, hours: 24 } }));
  const operator = fresh(() => api.as('operator'));
  const superadmin = fresh(() => api.as('superadmin'));
  const sentTo = async () => (await api.commands()).map(({ imei, action }) => `${action} ${imei}`);
  const itemsOf = async (...given: Parameters<typeof sendChunk>) => (await sendChunk(...given)).answer['items'];

  it('L1 C1 C3 D2 D6 D13b commands by the second IMEI are commands to that phone, each once', async () => {
    const id = newTransactionId();
    expect((await operator.send(second, 'lock', id)).answer).toMatchObject(done);
    expect((await operator.send(second, 'lock', id)).answer).toMatchObject(done);
    expect((await operator.send(first, 'lock', id)).status).toBe(409);
    expect((await superadmin.send(first, 'unlock')).answer).toMatchObject(done);
    expect(await superadmin.ask('adminLockNotification', { imei: second, action: 'REBOOT' })).toMatchObject(done);
    expect(await superadmin.ask('formattedDevice', { imei: second, action: 'formatteddevice' })).toMatchObject(done);
    expect(await sentTo()).toEqual([`lock ${first}`, `unlock ${first}`, `REBOOT ${first}`, `formatteddevice ${first}`]);
    for (const imei of [first, second])
      expect(await operator.items('deviceDetails', { imei })).toMatchObject([
        { imei1: first, claimstatus: 'DE-ENROLLED', command: 'FORMATTEDDEVICE' },
      ]);
  });

  it('A2 D17d what is told about a phone is the same by either IMEI', async () => {
    await superadmin.send(second);
    await superadmin.send(first, 'unlock');
    const both = async (
      name: 'auditReportByImei' | 'commandChanges' | 'operationsCommands',
      body: (imei: string) => object,
    ) => Promise.all([first, second].map((imei) => superadmin.ask(name, body(imei))));
    const [audit, sameAudit] = await both('auditReportByImei', (imei1) => ({ imei1 }));
    expect(audit).toMatchObject({
      commands: [{ commandType: 'unlock' }, { commandType: 'lock' }],
      registration: [{ imei1: first }],
    });
    expect(sameAudit).toEqual(audit);
    const [changes, sameChanges] = await both('commandChanges', (imei) => ({ imeis: [imei] }));
    expect(changes).toMatchObject({ changed: true });
    expect(sameChanges).toEqual(changes);
    const [queue, sameQueue] = await both('operationsCommands', (imei) => ({ imei, limit: 10 }));
    expect(queue).toMatchObject({ items: [{ imei: first }, { imei: first }] });
    expect(sameQueue).toEqual(queue);
    for (const imei of [first, second]) {
      const rows = await superadmin.items('operatorAudit', {
        startdate: '2026-11-20',
        enddate: '2026-11-20',
        timezone: 'UTC',
        imei,
        called: 'lock',
        limit: 10,
      });
      expect(rows.map((row) => row['imei'])).toEqual([first, second]);
    }
  });

  it('C1 refuses by the second IMEI what it refuses by the first, and says which was typed', async () => {
    const [released, gone] = [testSecondImei(8), testSecondImei(9)];
    await expect(operator.ask('deviceDetails', { imei: gone })).resolves.toMatchObject({
      items: [{ imei1: DE_ENROLLED }],
    });
    await expect(operator.ask('deviceDetails', { imei: released })).resolves.toMatchObject({
      items: [{ imei1: RELEASED }],
    });
    expect((await operator.send(released)).answer).toEqual(
      failure(`Device ${released} is released and takes no more commands.`),
    );
    expect((await operator.send(gone)).answer).toMatchObject(
      failure(expect.stringContaining(`Device ${gone} is de-enrolled.`)),
    );
    expect((await operator.send(UNKNOWN)).answer).toEqual(
      failure(`No device with IMEI ${UNKNOWN} is registered. Nothing was sent.`),
    );
    expect(await sentTo()).toEqual([]);
  });

  it('C12 one request waits for a phone, whichever IMEI was typed', async () => {
    for (const imei of [second, first])
      expect((await superadmin.send(imei, 'release')).answer).toMatchObject({ reason: 'approval' });
    const admin = await api.as('admin');
    const [request, ...others] = await admin.items('approvals');
    expect(request).toMatchObject({ imei: first, state: 'waiting' });
    expect(others).toEqual([]);
    expect(await admin.ask('decideApproval', { id: String(request?.['id']), decision: 'approve' })).toMatchObject(done);
    expect(await sentTo()).toEqual([`release ${first}`]);
  });

  it('B6 D13 D13b a batch commands each phone once, whichever IMEIs its list holds', async () => {
    const { batch, run } = await begunBatch(operator, [second, other, UNKNOWN, first, otherSecond, third]);
    const [one, two, three, ...rest] = batch.items;
    expect(await itemsOf(operator, batch, rest, run)).toEqual([
      repeated(4, 1, second),
      repeated(5, 2, other),
      found(6),
    ]);
    expect(
      await itemsOf(
        operator,
        batch,
        [one, two, three].flatMap((item) => item ?? []),
        run,
      ),
    ).toEqual([found(1), found(2), { row: 3, outcome: 'answered', message: 'not found' }]);
    expect(await itemsOf(operator, batch, batch.items, run)).toMatchObject([
      found(1),
      found(2),
      { message: 'not found' },
      repeated(4, 1, second),
      repeated(5, 2, other),
      found(6),
    ]);
    expect((await sentTo()).sort()).toEqual([first, other, third].map((imei) => `lock ${imei}`).sort());
    const outcomes = await operator.items('batchOutcomes', { batchId: batch.batchId, after: 0, limit: 10 });
    expect(outcomes.map((row) => row['outcome'])).toEqual([
      'found',
      'found',
      'not found',
      'refused',
      'refused',
      'found',
    ]);
  });

  it('B6 D13 so it does for items that name no row', async () => {
    const batch = await registerBatch(operator, [first, second]);
    const [later, earlier] = [itemAt(batch, 2), itemAt(batch, 1)];
    expect((await sendSingle(operator, batch, later)).answer).toEqual(failure(repeated(2, 1, first).message));
    expect((await sendSingle(operator, batch, earlier)).answer).toMatchObject({ message: 'found' });
    expect(await sentTo()).toEqual([`lock ${first}`]);
  });

  it('D13a a second message to a phone is sent; the same message is not', async () => {
    const { batch, run } = await begunBatch(operator, [first, second, other, otherSecond], 'notify');
    const items = batch.items.map((item) => ({ ...item, message: item.row > 2 ? 'the same' : item.message }));
    expect(await itemsOf(operator, batch, items, run)).toEqual([found(1), found(2), found(3), repeated(4, 3, other)]);
    expect(await sentTo()).toEqual([first, first, other].map((imei) => `notify ${imei}`));
    const next = await begunBatch(operator, [third, testSecondImei(2)], 'notify');
    const same = next.batch.items.map((item) => ({ ...item, message: 'the same' }));
    expect(await itemsOf(operator, next.batch, same.slice(0, 1), next.run)).toEqual([found(1)]);
    expect(await itemsOf(operator, next.batch, same.slice(1), next.run)).toEqual([repeated(2, 1, third)]);
  });

  it('D5b says before a batch which IMEIs are second ones, of which phones, and what it knows of these', async () => {
    await operator.send(first);
    const open = await registerBatch(operator, [otherSecond]);
    await claim(operator, open, newTransactionId(), { batch: factsOf(open) });
    const at = api.clock.now().toISOString();
    const imeilist = [second, other, otherSecond, UNKNOWN].join();
    expect(await operator.items('batchCheck', { action: 'lock', imeilist })).toEqual([
      { imei: second, finding: 'second-imei', detail: first },
      { imei: second, finding: 'same', detail: at },
      { imei: second, finding: 'recent', detail: at },
      { imei: otherSecond, finding: 'second-imei', detail: other },
      { imei: UNKNOWN, finding: 'unknown', detail: '' },
      { imei: other, finding: 'other-batch', detail: open.batchId },
      { imei: otherSecond, finding: 'other-batch', detail: open.batchId },
    ]);
  });

  it('C1 B6 D5b commands no phone by an IMEI that two have, and says which', async () => {
    const twin = { imei1: UNKNOWN, imei2: first, brand: '', model: '', app_version: '', app_type: '' };
    await registerDevices(api.store.db, [twin], isoTime(api.clock.now()));
    const message =
      `IMEI ${first} belongs to 2 devices, whose first IMEIs are ${[first, UNKNOWN].sort().join(' and ')}. Nothing ` +
      'was sent, because it is not certain which one is meant. Use the other IMEI of the phone.';
    expect((await operator.send(first)).answer).toEqual(failure(message));
    expect((await superadmin.send(first, 'release')).answer).toEqual(failure(message));
    const { batch, run } = await begunBatch(operator, [first, second, UNKNOWN]);
    expect(await itemsOf(operator, batch, batch.items, run)).toEqual([
      { row: 1, outcome: 'refused', message },
      found(2),
      found(3),
    ]);
    expect(await operator.items('batchCheck', { action: 'lock', imeilist: first })).toMatchObject([
      { imei: first, finding: 'several' },
      { imei: first, finding: 'other-batch', detail: batch.batchId },
    ]);
    expect(await operator.items('deviceDetails', { imei: first })).toHaveLength(2);
    expect(await superadmin.ask('auditReportByImei', { imei1: first })).toMatchObject({
      registration: [{ imei1: first }],
    });
  });
});
