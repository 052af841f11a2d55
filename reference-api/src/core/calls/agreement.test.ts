import { commandByAction, commandList, reports } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { MINUTE } from '../time/clock.ts';
import { registerDevices } from '../devices/register-devices.ts';
import { databases, ENROLLED, failure, pagesOf, RELEASED, type Session, shared, success } from '../../testing/index.ts';
import { commandKey } from '../gateway/provider-protocol.ts';
import { dispatched, later, settled } from '../../testing/dispatched-api.ts';
import { registerBatch, sendSingle, statusBody } from '../../testing/test-batch.ts';
import { UNKNOWN } from '../../testing/test-data.ts';

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

/** Everything that can happen to a device in a day. Returns what was accepted, and the uploaded files. */
async function workADay({ api, provider, admin, superadmin }: ReturnType<typeof dispatched>) {
  const accepted: Accepted[] = [];

  /** Sends a command, twice under one id. */
  async function single(session: Session, imei: string, action: string, by: 'S' | 'A' = 'S') {
    const transactionId = newTransactionId();
    const { command } = commandByAction(action) ?? {};
    const body = { imei, action, message: 'Please pay', reason: 'maintenance' };
    const send = () => session.ask(command?.send ?? 'lockNotification', body, { transactionId });
    const isTaken = imei !== UNKNOWN && imei !== RELEASED;
    // ALL says to how many devices it is sent.
    const devices = imei === 'ALL' ? { devices: expect.any(Number) as number } : {};
    const said = isTaken ? { ...success(command?.successText), ...devices } : failure(expect.any(String));
    expect([body, await send(), await send()]).toEqual([body, said, said]);
    if (isTaken) accepted.push({ transactionId, imei, action, interface: by, user: session.email });
    api.clock.advance(MINUTE);
  }

  /** Runs a batch as the console does; returns its file's name on the server. */
  async function runBatch(session: Session, action: string, imeis: readonly string[], isComplete: string) {
    const batch = await registerBatch(session, imeis, action);
    for (const item of batch.items) {
      const replies = await Promise.all([1, 2].map(() => sendSingle(session, batch, item)));
      const [message, again] = replies.map((reply) => reply.answer['message']);
      expect(again).toBe(message);
      const { transactionId, imei } = item;
      if (message === 'found') accepted.push({ transactionId, imei, action, interface: 'B', user: session.email });
    }
    await session.call('updateStatusOnServer', statusBody(batch, isComplete));
    api.clock.advance(MINUTE);
    return batch.filename;
  }

  /** Every phone but one that waits does what was sent to it. */
  async function settle(): Promise<void> {
    await settled(api);
    const sent = [...provider.state.commands.values()].filter(({ imei }) => imei !== waiting);
    await provider.execute(sent.map(({ key }) => key));
    await later(api, MINUTE);
  }

  const operator = await api.as('operator');
  provider.behave({ refusals: { [failing]: 'The phone refused.' } });
  const singles = commandList
    .filter(({ send, id }) => send === 'lockNotification' && id !== 'release')
    .flatMap(({ variants }) => variants);
  for (const { action } of singles) await single(admin, plain, action);
  for (const imei of [waiting, UNKNOWN, RELEASED]) await single(admin, imei, 'lock');
  await single(api.session(admin.email, await admin.newKey()), keyed, 'lock', 'A');
  const files = {
    lock: await runBatch(operator, 'lock', [inBatch, UNKNOWN, failing, RELEASED, inBatch], 'complete'),
    disableapplevel2: await runBatch(admin, 'disableapplevel2', [graded, UNKNOWN], 'incomplete'),
    deviceaction: await runBatch(superadmin, 'UPDATE', [graded, UNKNOWN], 'complete'),
  };
  await single(superadmin, keyed, 'REBOOT');
  await single(admin, formatted, 'formatteddevice');
  await single(admin, released, 'release');
  await settle();
  await single(superadmin, 'ALL', 'REBOOT');
  await settle();
  const phone = { imei1: formatted, imei2: '', brand: 'Vivo', model: 'Y28', app_version: '4.2.0', app_type: '' };
  await registerDevices(api.store.db, [phone], api.clock.now().toISOString());
  return { accepted, files };
}

const byId = (left: Row, right: Row) => String(left['transactionId']).localeCompare(String(right['transactionId']));

describe.each(databases)('agreement of reports and audits with what was done, on $name', ({ newFilled }) => {
  const running = dispatched(newFilled, {}, shared);
  const { admin, api, provider } = running;
  const day = shared(() => workADay(running));
  const rowsOf = async (report: string) => {
    const pages = await pagesOf(admin, { report, ...today }, 3);
    return { items: pages.flatMap((page) => page.items), commanditems: pages.flatMap((page) => page.commanditems) };
  };
  let keys: ReadonlyMap<string, string>;
  const statusOf = (transactionId: string) => {
    const status = provider.state.commands.get(keys.get(transactionId) ?? '')?.status ?? 'acknowledged';
    return status === 'accepted' ? 'sent' : status;
  };
  const expectedRow = ({ imei: imei1, action: commandType, ...sent }: Accepted) => ({
    ...sent,
    imei1,
    commandType,
    command: commandByAction(commandType)?.variant.reportedAs,
    status: statusOf(sent.transactionId),
  });
  const seen = ({ id: _id, createdat: _created, date_and_time: _at, ...row }: Row) => row;

  beforeAll(async () => {
    keys = new Map((await api.commands()).map((row) => [row.transaction_id, commandKey(row)]));
  });

  it('C3 C5 C6 C9 D2 the gateway got every accepted command once and nothing else; a formatted phone gets none', () => {
    const wanted = day.accepted
      .filter(({ action }) => action !== 'formatteddevice')
      .map(({ transactionId }) => keys.get(transactionId) ?? '');
    const sent = [...provider.state.commands.values()].map(({ key, submissions }) => [key, submissions]);
    expect(sent.toSorted()).toEqual(wanted.map((key) => [key, 1]).toSorted());
    expect(wanted.length).toBeGreaterThan(20);
  });

  const ofCommands = reports.flatMap(({ kind, report }) => (kind === 'commands' ? [report] : []));
  it.each(ofCommands)('R5 R8 %s holds its commands, each once, with interface, id, user and status', async (report) => {
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
  });

  it('R3 R4 registrations and de-enrolments are those of the day, and no command is among them', async () => {
    const wanted = { items: [{ imei1: formatted, Match_Status: 'Matched', Manufacturer: 'Vivo' }], commanditems: [] };
    expect(await rowsOf('register')).toMatchObject(wanted);
    const { items, commanditems } = await rowsOf('deenroll');
    const ofDay = { imei1: formatted, date: expect.stringMatching(/^2026-11-20/) };
    expect(items).toMatchObject([
      { ...ofDay, action: 'RE-REGISTERED' },
      { ...ofDay, action: 'DE-ENROLLED' },
    ]);
    expect(commanditems).toEqual([]);
  });

  const phones = [...ENROLLED, RELEASED, UNKNOWN];
  it.each(phones)('A2 the audit of %s holds its commands, newest first, and those to ALL', async (imei) => {
    const { answer } = await admin.call('auditReportByImei', { imei1: imei });
    const enrolledAtBroadcast = ENROLLED.includes(imei) && imei !== formatted && imei !== released;
    const expected = day.accepted
      .filter((sent) => sent.imei === imei || (sent.imei === 'ALL' && enrolledAtBroadcast))
      .map(expectedRow);
    expect((answer['commands'] as Row[]).map(seen)).toEqual(expected.toReversed());
  });

  it('L3 the last command of a device is its own, or the one to ALL that reached it', async () => {
    const lastOf = async (imei: string) => (await admin.items('deviceDetails', { imei }))[0]?.['command'];
    const last = await Promise.all([plain, formatted, released, RELEASED].map(lastOf));
    expect(last).toEqual(['REBOOT', 'FORMATTEDDEVICE', 'RELEASE', '']);
  });

  it('A2 A3 a release and a de-enrolment stand in the audit of their device alone', async () => {
    const others = { [released]: [0, 1, 0], [formatted]: [2, 0, 2], [RELEASED]: [0, 1, 0], [UNKNOWN]: [0, 0, 0] };
    for (const imei of [...ENROLLED, RELEASED, UNKNOWN]) {
      const { answer } = await admin.call('auditReportByImei', { imei1: imei });
      const counts = ['registration', 'release', 'deenroll'].map((list) => (answer[list] as Row[]).length);
      expect([imei, ...counts]).toEqual([imei, ...(others[imei] ?? [1, 0, 0])]);
    }
    const { answer } = await admin.call('auditReportByImei', { imei1: plain });
    const device = { imei1: plain, brand: 'Samsung', model: 'Galaxy A15', command: 'REBOOT' };
    expect(answer['registration']).toMatchObject([{ ...device, createdat: '2026-11-18T10:00:00.000Z' }]);
  });
});
