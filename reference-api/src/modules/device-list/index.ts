import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { countRows } from '../../core/store/count-rows.ts';
import { lastBroadcast } from '../../core/store/commands.ts';
import { lastCommandOf } from '../../core/store/devices.ts';
import { commandsInTrouble, stateOfTrouble, accountSeenBy } from '../overview/index.ts';
import { findSliced, holdsPart, type Sliced, partOf } from '../../core/store/slices.ts';
import type { Database } from '../../core/store/store.ts';
import type { BodyOf, calls } from '@device-console/shared-lib/contract';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { dayRange, serverTimeZone } from '../../core/time/time-zone.ts';
import type { ApiModule } from '../../core/module.ts';

/** Devices that one statement searches: with SQLite nothing else runs meanwhile. */
export const SLICE_DEVICES = 10_000;

/** Most devices that one call searches or counts; a longer search continues with the next page. */
const EXAMINED_DEVICES = 2_000_000;

type Broadcast = Awaited<ReturnType<typeof lastBroadcast>>;

function conditionsOf(question: DeviceQuestion, broadcast: Broadcast): readonly RawBuilder<SqlBool>[] {
  const { claimstatus, model, appversion, command, registered } = question;
  return [
    ...(claimstatus === undefined ? [] : [sql<SqlBool>`claim_status = ${claimstatus}`]),
    ...(model === undefined ? [] : [holdsPart(sql`brand || ' ' || model`, model)]),
    ...(appversion === undefined ? [] : [holdsPart(sql`app_version`, appversion)]),
    ...(command === undefined ? [] : [sql<SqlBool>`${lastCommandOf(broadcast).command} = ${command}`]),
    ...(registered === undefined
      ? []
      : [sql<SqlBool>`created_at >= ${registered.from} and created_at < ${registered.before}`]),
  ];
}

function slice(db: Database, question: DeviceQuestion, broadcast: Broadcast, after: string) {
  const { trouble } = question;
  const devices = db.selectFrom('devices').selectAll().where('imei1', '>', after).orderBy('imei1');
  const looked = trouble
    ? devices.where(
        'imei1',
        'in',
        commandsInTrouble(db, trouble.accountId, trouble.now)
          .select('imei')
          .where('status', '=', stateOfTrouble[trouble.kind])
          .$if(trouble.report !== undefined, (query) => query.where('report', '=', trouble.report ?? '')),
      )
    : devices.limit(SLICE_DEVICES);
  return db.selectFrom(looked.as('devices')).where((where) => where.and([...conditionsOf(question, broadcast)]));
}

/** Divides the devices that match a question into slices; devices in trouble are a single slice. */
function slicesOf(db: Database, question: DeviceQuestion, broadcast: Broadcast): Sliced<string> {
  return {
    rows: SLICE_DEVICES,
    async endOf(after) {
      if (question.trouble) return undefined;
      const last = await db
        .selectFrom('devices')
        .select('imei1')
        .where('imei1', '>', after)
        .orderBy('imei1')
        .limit(1)
        .offset(SLICE_DEVICES - 1)
        .executeTakeFirst();
      return last?.imei1;
    },
    count: (after) => countRows(slice(db, question, broadcast, after)),
  };
}

type Body = BodyOf<(typeof calls)['deviceList']>;

/** Returns the days of registration in a body; a missing one sets no limit. */
function daysOf({ startdate, enddate, timezone }: Body) {
  if (startdate === undefined && enddate === undefined) return undefined;
  const [first, last] = [startdate ?? '1970-01-01', enddate ?? '2999-12-31'];
  if (first > last) throw new BusinessError('End date cannot be prior to start date');
  return dayRange(first, last, timezone ?? serverTimeZone());
}

type DeviceQuestion = ReturnType<typeof questionOf>;

/** Returns which devices to list. Parts of text are in lower case; undefined sets no condition. */
function questionOf({ platform, actor }: CallContext, body: Body) {
  const { claimstatus, command, trouble: kind, report } = body;
  return {
    claimstatus,
    /** Part of brand and model. */
    model: partOf(body.model),
    appversion: partOf(body.appversion),
    command: command === '' ? undefined : command,
    registered: daysOf(body),
    trouble: kind && { kind, report, accountId: accountSeenBy(actor), now: platform.clock.now() },
  };
}

/** Lists a page of devices by their properties, in the order of their IMEIs; the first page has the total. */
const listed: Service<'deviceList'> = async (context, body) => {
  const { db } = context;
  const { limit, cursor = '' } = body;
  const question = questionOf(context, body);
  const broadcast = await lastBroadcast(db);
  const { command, command_at } = lastCommandOf(broadcast);
  // Every IMEI sorts after ''.
  const { rows, rest, total } = await findSliced(slicesOf(db, question, broadcast), {
    ...{ start: cursor, isFirst: cursor === '', limit, most: EXAMINED_DEVICES },
    rowsOf: (after, most) =>
      slice(db, question, broadcast, after)
        .selectAll()
        .select([command.as('command'), command_at.as('command_at')])
        .orderBy('imei1')
        .limit(most)
        .execute(),
    placeOf: ({ imei1 }) => imei1,
  });
  return {
    status: 'success',
    message: '',
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
export const deviceList = { name: 'device-list', services: { deviceList: listed } } as const satisfies ApiModule;
