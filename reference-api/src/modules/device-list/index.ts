import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { BodyOf, calls } from '@device-console/shared-lib/contract';
import { countRows } from '../../core/store/count-rows.ts';
import { lastBroadcast } from '../../core/store/commands.ts';
import { lastCommandOf } from '../../core/store/devices.ts';
import { commandsInTrouble, stateOfTrouble, accountSeenBy } from '../../core/commands/command-counts.ts';
import { findSliced, holdsPart, type Sliced, searchText } from '../../core/store/slices.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { dayRange, serverTimeZone } from '../../core/time/time-zone.ts';
import type { ApiModule } from '../../core/module.ts';
import { read } from '../../core/calls/call.ts';

/** Devices that one statement searches: with SQLite nothing else runs meanwhile. */
export const SLICE_DEVICES = 10_000;

/** Most devices that one call searches or counts; a longer search continues with the next page. */
const EXAMINED_DEVICES = 2_000_000;

type Body = BodyOf<(typeof calls)['deviceList']>;

function daysOf({ startdate, enddate, timezone }: Body) {
  if (startdate === undefined && enddate === undefined) return undefined;
  const [first, last] = [startdate ?? '1970-01-01', enddate ?? '2999-12-31'];
  if (first > last) throw new BusinessError('End date cannot be prior to start date');
  return dayRange(first, last, timezone ?? serverTimeZone());
}

function conditionsOf(body: Body, lastCommand: RawBuilder<string>): RawBuilder<SqlBool>[] {
  const { claimstatus, command } = body;
  const [model, appversion, registered] = [searchText(body.model), searchText(body.appversion), daysOf(body)];
  return [
    ...(claimstatus === undefined ? [] : [sql<SqlBool>`claim_status = ${claimstatus}`]),
    ...(model === undefined ? [] : [holdsPart(sql`brand || ' ' || model`, model)]),
    ...(appversion === undefined ? [] : [holdsPart(sql`app_version`, appversion)]),
    ...(command ? [sql<SqlBool>`${lastCommand} = ${command}`] : []),
    ...(registered ? [sql<SqlBool>`created_at >= ${registered.from} and created_at < ${registered.before}`] : []),
  ];
}

function inTrouble({ db, platform, actor }: CallContext, { trouble = 'failed', report }: Body) {
  return commandsInTrouble(db, accountSeenBy(actor), platform.clock.now())
    .select('imei')
    .where('status', '=', stateOfTrouble[trouble])
    .$if(report !== undefined, (query) => query.where('report', '=', report ?? ''));
}

const listed: Service<'deviceList'> = async (context, body) => {
  const { db } = context;
  const { limit, cursor = '', trouble } = body;
  const { command, command_at } = lastCommandOf(await lastBroadcast(db));
  const wanted = conditionsOf(body, command);
  /** Devices in trouble are a single slice. */
  const slice = (after: string) => {
    const devices = db.selectFrom('devices').selectAll().where('imei1', '>', after).orderBy('imei1');
    const looked = trouble ? devices.where('imei1', 'in', inTrouble(context, body)) : devices.limit(SLICE_DEVICES);
    return db.selectFrom(looked.as('devices')).where(({ and }) => and(wanted));
  };
  const slices: Sliced<string> = {
    rows: SLICE_DEVICES,
    async endOf(after) {
      if (trouble) return undefined;
      const devices = db.selectFrom('devices').select('imei1').where('imei1', '>', after).orderBy('imei1').limit(1);
      return (await devices.offset(SLICE_DEVICES - 1).executeTakeFirst())?.imei1;
    },
    count: (after) => countRows(slice(after)),
  };
  // Every IMEI sorts after ''.
  const { rows, rest, total } = await findSliced(slices, {
    ...{ start: cursor, isFirst: cursor === '', limit, most: EXAMINED_DEVICES },
    rowsOf: (after, most) =>
      slice(after)
        .selectAll()
        .select([command.as('command'), command_at.as('command_at')])
        .orderBy('imei1')
        .limit(most)
        .execute(),
    placeOf: ({ imei1 }) => imei1,
  });
  return {
    items: rows.map(({ imei1, imei2, brand, model, ...row }) => ({
      ...{ imei1, imei2, brand, model },
      claimstatus: row.claim_status,
      registrationstatus: row.registration_status,
      appversion: row.app_version,
      apptype: row.app_type,
      command: row.command,
      commandat: row.command_at ?? '',
      createdat: row.created_at,
    })),
    next: rest ?? '',
    total,
  };
};

/** Lists devices by their properties, for everyone who may look one up (D40d). */
export const deviceList = {
  name: 'device-list',
  calls: { deviceList: { ...read, run: listed } },
} as const satisfies ApiModule;
