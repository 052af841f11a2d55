import { sql, type RawBuilder, type SqlBool } from 'kysely';
import {
  type BodyOf,
  type calls,
  deviceStates,
  IMEI_LENGTH,
  IMEI_PART_DIGITS,
  imeisNear,
} from '@device-console/shared-lib/contract';
import { countRows } from '../../core/store/count-rows.ts';
import { lastBroadcast, wasGiven } from '../../core/store/commands.ts';
import { deviceTotals, devicesInState } from '../../core/store/figures.ts';
import { brandAndModel, devicesWith, inState, lastCommandOf, stateOfDevice } from '../../core/store/devices.ts';
import { givenTexts } from '../../core/store/given-rows.ts';
import { commandsInTrouble, stateOfTrouble, accountSeenBy } from '../../core/commands/command-counts.ts';
import { countSliced, findSliced, holdsPart, type Sliced, searchText } from '../../core/store/slices.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { dayRange, serverTimeZone } from '../../core/time/time-zone.ts';
import type { ApiModule } from '../../core/module.ts';
import { polledRead, read } from '../../core/calls/call.ts';
import type { Database } from '../../core/store/store.ts';

/** Devices that one statement searches: with SQLite nothing else runs meanwhile. */
export const SLICE_DEVICES = 10_000;

/** Most devices that one call searches or counts; a longer search continues with the next page. */
const EXAMINED_DEVICES = 2_000_000;

type Body = BodyOf<(typeof calls)['deviceCounts']>;

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
    ...(model === undefined ? [] : [holdsPart(brandAndModel, model)]),
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

/** Devices that a part of an IMEI may name to be looked up by themselves; more are searched slice by slice. */
const FEW_DEVICES = 2_000;

/** First IMEIs of the devices with a part of an IMEI, by indexes; undefined for more than a few. */
async function imeisWithPart(db: Database, part: string): Promise<readonly string[] | undefined> {
  const most = FEW_DEVICES + 1;
  const some = (column: ImeiColumn, is: typeof begins) =>
    sql`select imei1 from (
      select imei1 from devices where ${is(column, part)} order by ${sql.ref(column)} limit ${most}) as found`;
  const { rows } = await sql<{ imei1: string }>`
    ${some('imei1', begins)} union ${some('imei2', begins)}
    union ${some('imei1', ends)} union ${some('imei2', ends)}`.execute(db);
  return rows.length > FEW_DEVICES ? undefined : rows.map(({ imei1 }) => imei1);
}

type ImeiColumn = 'imei1' | 'imei2';

const begins = (column: ImeiColumn, part: string) =>
  sql<SqlBool>`${sql.ref(column)} between ${part.padEnd(IMEI_LENGTH, '0')} and ${part.padEnd(IMEI_LENGTH, '9')}`;

/** The index has the last four digits. */
const ends = (column: ImeiColumn, part: string) =>
  sql<SqlBool>`${sql.ref(column)} <> '' and substr(${sql.ref(column)}, 12) = ${part.slice(-IMEI_PART_DIGITS)}
    and ${sql.ref(column)} like ${`%${part}`}`;

const hasPart = (part: string) =>
  sql<SqlBool>`(${begins('imei1', part)} or ${begins('imei2', part)}
    or ${sql.ref('imei1')} like ${`%${part}`} or ${sql.ref('imei2')} like ${`%${part}`})`;

/** The few devices that the list is searched in; undefined: all. */
async function fewDevices(context: CallContext, { trouble, imeipart, imeinear, ...body }: Body) {
  const { db } = context;
  const ofPart = imeipart === undefined ? undefined : await imeisWithPart(db, imeipart);
  if (!ofPart && !trouble && imeinear === undefined) return undefined;
  const devices = imeinear === undefined ? db.selectFrom('devices') : devicesWith(db, imeisNear(imeinear));
  return devices
    .$if(ofPart !== undefined, (query) => query.where('imei1', 'in', givenTexts(db, ofPart ?? [])))
    .$if(trouble !== undefined, (query) => query.where('imei1', 'in', inTrouble(context, { ...body, trouble })));
}

/** How a list is read: by slices of the devices in one state, or of all, but a few devices at once. */
async function searchOf(context: CallContext, body: Body) {
  const { db } = context;
  const { state, imeipart } = body;
  const last = lastCommandOf(await lastBroadcast(db));
  const few = await fewDevices(context, body);
  const conditions = conditionsOf(body, last.command);
  const wanted = [
    ...conditions,
    ...(state === undefined ? [] : [inState(state)]),
    ...(imeipart === undefined ? [] : [hasPart(imeipart)]),
  ];
  const sliced = (after: string) =>
    db
      .selectFrom('devices')
      .where('imei1', '>', after)
      .$if(state !== undefined, (query) => query.where(inState(state ?? 'LOCKED')))
      .orderBy('imei1');
  /** An index gives the devices of a state, or all, alone and in order. */
  const isPlain = !few && conditions.length === 0 && imeipart === undefined;
  const slice = (after: string) => {
    if (isPlain) return sliced(after);
    const looked = few ? few.where('imei1', '>', after) : sliced(after).limit(SLICE_DEVICES);
    return db.selectFrom(looked.selectAll().as('devices')).where(({ and }) => and(wanted));
  };
  const slices: Sliced<string> = {
    rows: SLICE_DEVICES,
    async endOf(after) {
      if (few) return undefined;
      const end = sliced(after)
        .select('imei1')
        .limit(1)
        .offset(SLICE_DEVICES - 1);
      return (await end.executeTakeFirst())?.imei1;
    },
    count: (after) => countRows(slice(after)),
  };
  return { slices, slice, last, isIndexed: isPlain };
}

/** What the totals of devices are kept by; they need no row of a device. */
const totalled: ReadonlySet<string> = new Set(['claimstatus', 'appversion', 'model', 'state', 'timezone']);

/** The figures of a list that is selected by nothing else; undefined: it also needs the devices' rows. */
async function totalsOf(db: Database, body: Body) {
  const isTotalled = Object.entries(body).every(([name, value]) => value === undefined || totalled.has(name));
  return isTotalled ? deviceTotals(db, ofDevices(body)) : undefined;
}

const ofDevices = ({ claimstatus, appversion, model }: Pick<Body, 'claimstatus' | 'appversion' | 'model'>) => ({
  claimStatus: claimstatus,
  appVersion: searchText(appversion),
  model: searchText(model),
});

/** Without looking at a device: none has such a model and app version, or was ever given such a command. */
async function isNobody(db: Database, body: Body): Promise<boolean> {
  const { appversion, model, command } = body;
  if (command && !(await wasGiven(db, command))) return true;
  if (appversion === undefined && model === undefined) return false;
  return (await deviceTotals(db, ofDevices(body))).length === 0;
}

/** Nothing is counted before the page is there: that is a call of its own. */
const listed: Service<'deviceList'> = async (context, body) => {
  const { limit, cursor = '' } = body;
  if (await isNobody(context.db, body)) return { items: [], next: '', total: 0 };
  const { slices, slice, last, isIndexed } = await searchOf(context, body);
  // Every IMEI sorts after ''.
  const { rows, rest } = await findSliced(slices, {
    ...{ start: cursor, limit, most: EXAMINED_DEVICES, isIndexed },
    rowsOf: (after, most) =>
      slice(after)
        .selectAll()
        .select([last.command.as('command'), last.command_at.as('command_at')])
        .clearOrderBy()
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
      state: stateOfDevice(row),
    })),
    next: rest ?? '',
    total: cursor === '' && rest === undefined ? rows.length : null,
  };
};

const counted: Service<'deviceCounts'> = async (context, body) => {
  const { db } = context;
  const all = await deviceTotals(db);
  const states = deviceStates.map((state) => ({ state, devices: devicesInState(all, state) }));
  const totals = await totalsOf(db, body);
  if (totals) {
    const wanted = deviceStates.filter((state) => body.state === undefined || body.state === state);
    return { total: wanted.reduce((sum, state) => sum + devicesInState(totals, state), 0), states };
  }
  const total = (await isNobody(db, body))
    ? 0
    : await countSliced((await searchOf(context, body)).slices, '', EXAMINED_DEVICES);
  return { total, states };
};

/** Lists devices by their properties, for everyone who may look one up (D40d). */
export const deviceList = {
  name: 'device-list',
  calls: { deviceList: { ...read, run: listed }, deviceCounts: { ...polledRead, run: counted } },
} as const satisfies ApiModule;
