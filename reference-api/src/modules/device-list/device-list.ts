import type { BodyOf, calls } from '@device-console/shared-lib/contract';
import type { Service } from '../../core/calls/context.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { accountSeenBy } from '../overview/home-figures.ts';
import { dayRange, serverTimeZone } from '../../core/time/time-zone.ts';
import { partOf } from '../../core/store/slices.ts';
import { countDevices, findListed, type DeviceQuestion, type DeviceRecord } from './device-rows.ts';

type Body = BodyOf<(typeof calls)['deviceList']>;

/** Returns the days of registration in a body; a missing one sets no limit. */
function daysOf({ startdate = '1970-01-01', enddate = '2999-12-31', timezone }: Body) {
  if (startdate > enddate) throw new BusinessError('End date cannot be prior to start date');
  return dayRange(startdate, enddate, timezone ?? serverTimeZone());
}

function wireRow(row: DeviceRecord) {
  const { imei1, imei2, brand, model } = row;
  return {
    imei1,
    imei2,
    brand,
    model,
    claimstatus: row.claim_status,
    registrationstatus: row.registration_status,
    appversion: row.app_version,
    apptype: row.app_type,
    command: row.command,
    commandat: row.command_at ?? '',
    createdat: row.created_at,
  };
}

/** Lists a page of devices by their properties, in the order of their IMEIs; the first page has the total. */
export const deviceList: Service<'deviceList'> = async ({ db, platform, actor }, body) => {
  const { claimstatus, command, trouble, report, limit, cursor = '' } = body;
  const hasDays = body.startdate !== undefined || body.enddate !== undefined;
  const question: DeviceQuestion = {
    claimstatus,
    model: partOf(body.model),
    appversion: partOf(body.appversion),
    command: command === '' ? undefined : command,
    registered: hasDays ? daysOf(body) : undefined,
    trouble: trouble && { kind: trouble, report, accountId: accountSeenBy(actor), now: platform.clock.now() },
  };
  const { rows, next } = await findListed(db, question, cursor, limit);
  const total = async () => (next === '' ? rows.length : countDevices(db, question));
  return {
    status: 'success',
    message: '',
    items: rows.map(wireRow),
    next,
    total: cursor === '' ? await total() : null,
  };
};
