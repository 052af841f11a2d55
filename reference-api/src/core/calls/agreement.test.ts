import { commandByAction, commandList, reports } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { MINUTE } from '../time/clock.ts';
import { registerDevices } from '../store/devices.ts';
import { pagesOf } from '../../testing/read-pages.ts';
import { commandKey } from '../gateway/provider-protocol.ts';
import { RecordingGateway } from '../../testing/recording-gateway.ts';
import type { Session, TestApi } from '../../testing/test-api.ts';
import { ENROLLED, RELEASED, UNKNOWN } from '../../testing/test-data.ts';
import { databases } from '../../testing/databases.ts';

const today = { startdate: '2026-11-20', enddate: '2026-11-20', timezone: 'UTC' };
const [plain = '', keyed = '', inBatch = '', failing = '', waiting = '', graded = '', formatted = '', released = ''] =
  ENROLLED;

/** A command that the server has accepted, as its sender knows it. */
interface Accepted {
  readonly transactionId: string;
  readonly imei: string;
  readonly action: string;
  readonly interface: 'S' | 'A' | 'B';
  readonly user: string;
}

type Row = Readonly<Record<string, unknown>>;

/** Sends commands in every way, twice each under one id, and records what was accepted. */
class Senders {
  readonly accepted: Accepted[] = [];
  readonly #api: TestApi;

  constructor(api: TestApi) {
    this.#api = api;
  }

  async single(
    session: Session,
    call: 'lockNotification' | 'adminLockNotification' | 'formattedDevice',
    body: { imei: string; action: string },
    ends: 'success' | 'error' = 'success',
  ) {
    const transactionId = newTransactionId();
    const more = { message: 'Please pay', reason: 'maintenance' };
    for (const attempt of [1, 2]) {
      const { answer } = await session.call(call, { ...body, ...more }, { transactionId });
      expect({ attempt, body, status: answer['status'] }).toEqual({ attempt, body, status: ends });
    }
    if (ends === 'success') this.accepted.push({ transactionId, ...body, interface: 'S', user: session.email });
    this.#api.clock.advance(MINUTE);
  }

  async byKey(key: string, owner: string, body: { imei: string; action: string }) {
    const transactionId = newTransactionId();
    for (const attempt of [1, 2]) {
      const { answer } = await this.#api.call('lockNotification', body, { token: key, transactionId });
      expect({ attempt, status: answer['status'] }).toEqual({ attempt, status: 'success' });
    }
    this.accepted.push({ transactionId, ...body, interface: 'A', user: owner });
    this.#api.clock.advance(MINUTE);
  }

  /** Runs a batch as the console does; returns its file's name on the server. */
  async batch(
    session: Session,
    action: string,
    imeis: readonly string[],
    isComplete: 'complete' | 'incomplete',
    level?: string,
  ): Promise<string> {
    const { command } = commandByAction(action) ?? {};
    if (!command?.batch) throw new Error(`The action "${action}" has no batch.`);
    const batchId = newTransactionId();
    const { answer } = await session.upload(
      command.batch.copyPath,
      { name: 'list.csv', content: 'sno,imei1\r\n' },
      { batchId, ...(level ? { level } : {}) },
    );
    const filename = String(answer['file']);
    await session.call('updateCommandOnServer', { imeilist: imeis.join(','), action, batchId });
    for (const imei of imeis) {
      const transactionId = newTransactionId();
      const replies = [1, 2].map(() =>
        session.call(
          command.batch?.dispatch ?? 'getImeiDetails',
          { imei, action, filename, batchId, message: 'Please pay' },
          { transactionId },
        ),
      );
      const messages = (await Promise.all(replies)).map((reply) => reply.answer['message']);
      expect(messages[1]).toBe(messages[0]);
      if (messages[0] === 'found')
        this.accepted.push({ transactionId, imei, action, interface: 'B', user: session.email });
    }
    await session.call('updateStatusOnServer', {
      lastimei: imeis.at(-1),
      fileName: filename,
      isComplete,
      statusOf: command.batch.statusOf,
      batchId,
    });
    this.#api.clock.advance(MINUTE);
    return filename;
  }
}

async function settle(api: TestApi): Promise<void> {
  while ((await api.worker.runOnce()) > 0);
  api.clock.advance(MINUTE);
}

/** Everything that can happen to a device in a day. Returns what was accepted, and the uploaded files. */
async function workADay(api: TestApi) {
  const [operator, admin, superadmin] = await Promise.all([api.as('operator'), api.as('admin'), api.as('superadmin')]);
  const senders = new Senders(api);
  const singles = commandList
    .filter(({ send, id }) => send === 'lockNotification' && id !== 'release')
    .flatMap(({ variants }) => variants);
  for (const { action } of singles) await senders.single(admin, 'lockNotification', { imei: plain, action });
  await senders.single(admin, 'lockNotification', { imei: waiting, action: 'lock' });
  await senders.single(admin, 'lockNotification', { imei: UNKNOWN, action: 'lock' }, 'error');
  await senders.single(admin, 'lockNotification', { imei: RELEASED, action: 'unlock' }, 'error');
  const key = String((await admin.call('generateKey', { key_name: 'ERP', user_id: admin.email })).answer['key']);
  await senders.byKey(key, admin.email, { imei: keyed, action: 'lock' });
  const files = {
    lock: await senders.batch(operator, 'lock', [inBatch, UNKNOWN, failing, RELEASED, inBatch], 'complete'),
    disableapplevel2: await senders.batch(admin, 'disableapplevel2', [graded, UNKNOWN], 'incomplete', 'level2'),
    deviceaction: await senders.batch(superadmin, 'UPDATE', [graded, UNKNOWN], 'complete', 'UPDATE'),
  };
  await senders.single(superadmin, 'adminLockNotification', { imei: keyed, action: 'REBOOT' });
  await senders.single(admin, 'formattedDevice', { imei: formatted, action: 'formatteddevice' });
  await senders.single(admin, 'lockNotification', { imei: released, action: 'release' });
  await settle(api);
  await senders.single(superadmin, 'adminLockNotification', { imei: 'ALL', action: 'REBOOT' });
  await settle(api);
  await registerDevices(
    api.store.db,
    [{ imei1: formatted, imei2: '', brand: 'Vivo', model: 'Y28', app_version: '4.2.0', app_type: 'Standard' }],
    api.clock.now().toISOString(),
  );
  return { accepted: senders.accepted, files };
}

const byId = (left: Row, right: Row) => String(left['transactionId']).localeCompare(String(right['transactionId']));

describe.each(databases)('agreement of reports and audits with what was done, on $name', ({ start }) => {
  let api: TestApi;
  let admin: Session;
  let gateway: RecordingGateway;
  let day: Awaited<ReturnType<typeof workADay>>;
  const rowsOf = async (report: string) => {
    const pages = await pagesOf(admin, { report, ...today }, 3);
    return {
      items: pages.flatMap(({ items }) => items),
      commanditems: pages.flatMap(({ commanditems }) => commanditems),
    };
  };
  let keys: ReadonlyMap<string, string>;
  const statusOf = (transactionId: string) => {
    const status = gateway.statusOf(keys.get(transactionId) ?? '') ?? 'acknowledged';
    return status === 'accepted' ? 'sent' : status;
  };
  const expectedRow = ({ user, action, ...sent }: Accepted) => ({
    transactionId: sent.transactionId,
    imei1: sent.imei,
    interface: sent.interface,
    command: commandByAction(action)?.variant.reportedAs,
    commandType: action,
    user,
    status: statusOf(sent.transactionId),
  });
  const seen = ({ transactionId, imei1, interface: from, command, commandType, user, status }: Row) => ({
    transactionId,
    imei1,
    interface: from,
    command,
    commandType,
    user,
    status,
  });

  beforeAll(async () => {
    gateway = new RecordingGateway({ [failing]: 'failed', [waiting]: 'accepted' });
    api = await start({ gateway });
    day = await workADay(api);
    const rows = await api.store.db.selectFrom('commands').select(['transaction_id', 'uid', 'epoch']).execute();
    keys = new Map(rows.map((row) => [row.transaction_id, commandKey(row)]));
    admin = await api.as('admin');
  });
  afterAll(() => api.close());

  it('D2 the gateway got every accepted command once, and nothing else; a formatted phone gets none', () => {
    const dispatched = day.accepted
      .filter(({ action }) => action !== 'formatteddevice')
      .map(({ transactionId }) => keys.get(transactionId) ?? '');
    expect(gateway.sent.map(({ key }) => key).toSorted()).toEqual(dispatched.toSorted());
    expect(dispatched.length).toBeGreaterThan(20);
  });

  it.each(reports.filter(({ kind }) => kind === 'commands').map(({ report }) => report))(
    'R5 R8 %s holds its commands, each once, with interface, transaction, user and status',
    async (report) => {
      const expected = day.accepted
        .filter(({ action }) => commandByAction(action)?.variant.report === report)
        .map(expectedRow);
      expect(expected.length).toBeGreaterThan(0);
      const { items, commanditems } = await rowsOf(report);
      expect(commanditems.map(seen).toSorted(byId)).toEqual(expected.toSorted(byId));
      expect(items.map((row) => row['file'])).toEqual(
        Object.entries(day.files)
          .filter(([of]) => of === report)
          .map(([, file]) => file),
      );
    },
  );

  it('R5 uploads have the state that their batch told', async () => {
    const stateOf = async (report: string) =>
      (await rowsOf(report)).items.map(({ oldfile, isComplete, lastimei }) => [oldfile, isComplete, lastimei]);
    expect(await stateOf('lock')).toEqual([['list.csv', 'complete', inBatch]]);
    expect(await stateOf('disableapplevel2')).toEqual([['list.csv', 'incomplete', UNKNOWN]]);
  });

  it('R3 R4 registrations and de-enrolments are those of the day, and no command is among them', async () => {
    expect(await rowsOf('register')).toMatchObject({
      items: [{ imei1: formatted, Match_Status: 'Matched', Manufacturer: 'Vivo' }],
      commanditems: [],
    });
    const { items, commanditems } = await rowsOf('deenroll');
    expect([items.map(({ imei1, action }) => [imei1, action]), commanditems]).toEqual([
      [
        [formatted, 'RE-REGISTERED'],
        [formatted, 'DE-ENROLLED'],
      ],
      [],
    ]);
  });

  it.each([...ENROLLED, RELEASED, UNKNOWN])(
    'A2 the audit of %s holds its commands, newest first, with those to ALL while it was registered',
    async (imei) => {
      const { answer } = await admin.call('auditReportByImei', { imei1: imei });
      const enrolledAtBroadcast = ENROLLED.includes(imei) && imei !== formatted && imei !== released;
      const expected = day.accepted
        .filter((sent) => sent.imei === imei || (sent.imei === 'ALL' && enrolledAtBroadcast))
        .map(expectedRow);
      expect((answer['commands'] as Row[]).map(seen)).toEqual(expected.toReversed());
    },
  );

  it('L3 the last command of a device is its own, or the one to ALL that reached it', async () => {
    const lastOf = async (imei: string) =>
      ((await admin.call('deviceDetails', { imei })).answer['items'] as Row[])[0]?.['command'];
    expect(await Promise.all([plain, formatted, released].map(lastOf))).toEqual([
      'REBOOT',
      'FORMATTEDDEVICE',
      'RELEASE',
    ]);
  });

  it('A2 A3 a release and a de-enrolment stand in the audit of their device alone', async () => {
    for (const imei of ENROLLED) {
      const { answer } = await admin.call('auditReportByImei', { imei1: imei });
      const counts = ['registration', 'release', 'deenroll'].map((list) => (answer[list] as Row[]).length);
      expect([imei, ...counts]).toEqual([
        imei,
        ...(imei === released ? [0, 1, 0] : imei === formatted ? [2, 0, 2] : [1, 0, 0]),
      ]);
    }
  });
});
