import { reports } from '@device-console/shared-lib/contract';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY, isoAfter, systemClock } from '../../core/time/clock.ts';
import { openStore, type Store } from '../../core/store/store.ts';
import { prepareDemo } from './prepare-demo.ts';

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'device-console-history-'));
  store = await openStore({ file: join(folder, 'console.db') });
  await prepareDemo(store, true, systemClock);
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

describe('history of the demo', () => {
  it.each(reports.filter(({ kind }) => kind === 'commands').map(({ report }) => report))(
    '%s has something of everything in the last 40 days',
    async (report) => {
      const recent = isoAfter(systemClock.now(), -40 * DAY);
      const commands = await store.db
        .selectFrom('commands')
        .selectAll()
        .where('report', '=', report)
        .where('created_at', '>', recent)
        .execute();
      expect(commands.length).toBeGreaterThan(20);
      expect(new Set(commands.map((row) => row.status)).size).toBeGreaterThan(1);
      // API keys open no device actions, and only superadmins may send them.
      const interfaces = report === 'deviceaction' ? ['B', 'S'] : ['A', 'B', 'S'];
      expect([...new Set(commands.map((row) => row.interface))].toSorted()).toEqual(interfaces);
      expect(new Set(commands.map((row) => row.user_email)).size).toBeGreaterThan(report === 'deviceaction' ? 0 : 1);
      expect(
        (await store.db.selectFrom('uploads').select('id').where('report', '=', report).execute()).length,
      ).toBeGreaterThan(1);
    },
  );

  it(
    'has registrations of both kinds, de-enrolments and re-registrations in the last 40 days, and uploads in ' +
      'each state',
    async () => {
      const recent = isoAfter(systemClock.now(), -40 * DAY);
      const matched = await store.db
        .selectFrom('registrations')
        .select('matched')
        .distinct()
        .where('created_at', '>', recent)
        .execute();
      const actions = await store.db
        .selectFrom('enrolments')
        .select('action')
        .distinct()
        .where('created_at', '>', recent)
        .execute();
      expect([matched.length, actions.length]).toEqual([2, 2]);
      const uploads = await store.db
        .selectFrom('uploads')
        .leftJoin('upload_contents', 'upload_contents.upload_id', 'uploads.id')
        .select(['is_complete', 'upload_id'])
        .execute();
      expect(new Set(uploads.map((row) => row.is_complete))).toEqual(new Set(['complete', 'incomplete']));
      expect(uploads.filter((row) => row.upload_id === null)).toEqual([]);
    },
  );

  it('every command of the history came from someone who may send it, to a device in service', async () => {
    const released = await store.db
      .selectFrom('commands')
      .innerJoin('releases', 'releases.imei1', 'commands.imei')
      .select('commands.id')
      .whereRef('commands.created_at', '>', 'releases.created_at')
      .execute();
    expect(released).toEqual([]);
    const operator = await store.db
      .selectFrom('commands')
      .select('action')
      .distinct()
      .where('user_email', '=', 'operator@example.com')
      .execute();
    expect(operator.map((row) => row.action).toSorted()).toEqual(['lock', 'notify']);
    const before = await store.db
      .selectFrom('commands')
      .innerJoin('devices', 'devices.imei1', 'commands.imei')
      .select('commands.id')
      .whereRef('commands.created_at', '<', 'devices.created_at')
      .execute();
    expect(before).toEqual([]);
  });

  it('D17 every batch tells its command and its devices, and the newest stand last', async () => {
    const runs = await store.db
      .selectFrom('uploads')
      .leftJoin('intents', 'intents.batch_id', 'uploads.batch_id')
      .select(['uploads.created_at', 'intents.action', 'intents.devices'])
      .orderBy('uploads.id')
      .execute();
    expect(runs.filter(({ action, devices }) => action === null || devices !== 20)).toEqual([]);
    const times = runs.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted());
  });

  it('D17a D17b has a complete batch and one that the operator can take over, each with its outcomes', async () => {
    const batches = await store.db
      .selectFrom('batches')
      .innerJoin('accounts', 'accounts.id', 'batches.holder_id')
      .innerJoin('intents', 'intents.batch_id', 'batches.batch_id')
      .innerJoin('uploads', 'uploads.file', 'batches.file')
      .innerJoin('upload_contents', 'upload_contents.upload_id', 'uploads.id')
      .select(['batches.id', 'batches.state', 'batches.action', 'batches.found', 'email', 'intents.imei_list'])
      .orderBy('batches.id')
      .execute();
    expect(batches.map(({ id: _id, imei_list: _list, ...batch }) => batch)).toEqual([
      { state: 'complete', action: 'lock', found: 20, email: 'superadmin@example.com' },
      { state: 'open', action: 'lock', found: 12, email: 'admin@example.com' },
    ]);
    for (const { id, found, imei_list } of batches) {
      const items = await store.db
        .selectFrom('batch_items')
        .innerJoin('commands', 'commands.id', 'batch_items.command_id')
        .select(['batch_items.row', 'commands.imei', 'batch_items.outcome'])
        .where('batch', '=', id)
        .orderBy('row')
        .execute();
      expect(items).toEqual(
        imei_list
          .split(',')
          .slice(0, found)
          .map((imei, index) => ({ row: index + 1, imei, outcome: 'found' })),
      );
    }
  });

  it('D17 D40b each of the last 30 days has commands, which the audit of operators holds too', async () => {
    const daysOf = (rows: readonly { readonly at: string }[]) => new Set(rows.map(({ at }) => at.slice(0, 10)));
    const commands = await store.db.selectFrom('commands').select('created_at as at').execute();
    const audit = await store.db.selectFrom('audit_log').select('at').execute();
    expect(audit).toHaveLength(commands.length);
    for (let day = 1; day <= 30; day += 1)
      expect(daysOf(audit)).toContain(isoAfter(systemClock.now(), -day * DAY).slice(0, 10));
  });
});
