import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import { countRows } from '../../core/store/count-rows.ts';
import { lastBroadcast } from '../../core/store/commands.ts';
import { commandsInTrouble, stateOfTrouble, type Stretch, type Trouble } from '../overview/home-figures.ts';
import type { ClaimStatus, DeviceTable } from '../../core/store/schema.ts';
import { countSliced, findSliced, holdsPart, type Sliced } from '../../core/store/slices.ts';
import type { Database } from '../../core/store/store.ts';

/** Which devices to list. Parts of text are in lower case; an absent field sets no condition. */
export interface DeviceQuestion {
  readonly claimstatus?: ClaimStatus | undefined;
  /** Part of brand and model. */
  readonly model?: string | undefined;
  readonly appversion?: string | undefined;
  readonly command?: string | undefined;
  readonly registered?: Stretch | undefined;
  readonly trouble?:
    | {
        readonly kind: Trouble;
        readonly report?: string | undefined;
        readonly accountId: number | null;
        readonly now: Date;
      }
    | undefined;
}

/** A device with its last command: its own, or one to all devices that came later. */
export type DeviceRecord = Selectable<DeviceTable> & { readonly command: string; readonly command_at: string | null };

/** Devices that one statement searches: with SQLite nothing else runs meanwhile. */
export const SLICE_DEVICES = 10_000;

/** Most devices that one call searches or counts; a longer search continues with the next page. */
const EXAMINED_DEVICES = 2_000_000;

/** Sorts before every IMEI. */
const BEGINNING = '';

type Broadcast = Awaited<ReturnType<typeof lastBroadcast>>;

/** Selects the last command of a device, as a lookup shows it (L3). */
function lastCommandOf(broadcast: Broadcast): Readonly<Record<'command' | 'command_at', RawBuilder<string | null>>> {
  const [own, ownAt] = [sql<string>`last_command`, sql<string | null>`last_command_at`];
  if (!broadcast) return { command: own, command_at: ownAt };
  const { reported_as: command, created_at: at } = broadcast;
  const isLater = sql<SqlBool>`claim_status = 'ENROLLED' and coalesce(last_command_at, created_at) < ${at}
    and (select max(registrations.created_at) from registrations where registrations.imei1 = devices.imei1) <= ${at}`;
  return {
    command: sql`case when ${isLater} then ${command} else ${own} end`,
    command_at: sql`case when ${isLater} then ${at} else ${ownAt} end`,
  };
}

/** Returns the conditions of a question that are checked device by device. */
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

/** Finds devices after an IMEI that match a question. `next` is where more may follow; '' if none do. */
export async function findListed(db: Database, question: DeviceQuestion, start: string, limit: number) {
  const broadcast = await lastBroadcast(db);
  const { command, command_at } = lastCommandOf(broadcast);
  const { rows, rest } = await findSliced(slicesOf(db, question, broadcast), {
    ...{ start, limit, most: EXAMINED_DEVICES },
    rowsOf: (after, most) =>
      slice(db, question, broadcast, after)
        .selectAll()
        .select([command.as('command'), command_at.as('command_at')])
        .orderBy('imei1')
        .limit(most)
        .execute(),
    placeOf: ({ imei1 }) => imei1,
  });
  return { rows: rows.map((row): DeviceRecord => ({ ...row, command: row.command ?? '' })), next: rest ?? '' };
}

/** Counts devices that match a question; null if one call may not search so many. */
export async function countDevices(db: Database, question: DeviceQuestion): Promise<number | null> {
  const broadcast = question.command === undefined ? undefined : await lastBroadcast(db);
  return countSliced(slicesOf(db, question, broadcast), BEGINNING, EXAMINED_DEVICES);
}
