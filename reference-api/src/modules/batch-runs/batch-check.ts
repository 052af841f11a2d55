import { BATCH_PAGE_ROWS } from '@device-console/shared-lib/contract';
import { sql } from 'kysely';
import { readImeiList } from '../../core/batches/batches.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { MalformedRequest } from '../../core/errors/request-errors.ts';
import { givenRows } from '../../core/store/given-rows.ts';
import type { ClaimStatus } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';
import { DAY, HOUR, isoAfter } from '../../core/time/clock.ts';
import { permittedBatch } from './chunks.ts';
import { openBatches } from './run-rows.ts';

/** An open batch that was silent for this long is ignored. */
const FORGOTTEN_AFTER = 7 * DAY;

interface Finding {
  readonly imei: string;
  readonly finding: 'unknown' | 'released' | 'de-enrolled' | 'same' | 'recent' | 'other-batch';
  readonly detail: string;
}

const unreachable = { RELEASED: 'released', 'DE-ENROLLED': 'de-enrolled' } as const;

/** Returns findings from the devices' own rows; a command to ALL does not count. */
async function ofDevices({ db, platform }: CallContext, reportedAs: string, imeis: readonly string[]) {
  const since = isoAfter(platform.clock.now(), -HOUR);
  const rows = await devicesToMention(db, imeis, reportedAs, since);
  return rows.flatMap(({ imei, claim_status, last_command, last_command_at }): readonly Finding[] => {
    if (claim_status === null) return [{ imei, finding: 'unknown', detail: '' }];
    if (claim_status !== 'ENROLLED') return [{ imei, finding: unreachable[claim_status], detail: '' }];
    const detail = last_command_at ?? '';
    return [
      ...(last_command === reportedAs ? [{ imei, finding: 'same', detail } as const] : []),
      ...(detail >= since ? [{ imei, finding: 'recent', detail } as const] : []),
    ];
  });
}

/** Returns devices that are in other unfinished batches; for a device in several, the batch seen last. */
async function ofBatches({ db, platform }: CallContext, imeis: readonly string[], own: string | undefined) {
  const batches = await openBatches(db, platform.batchesKeptSince(), isoAfter(platform.clock.now(), -FORGOTTEN_AFTER));
  const found = new Map<string, Finding>();
  for (const batch of batches) {
    if (batch.batch_id === own) continue;
    const list = await platform.batchLists.listOf(db, batch);
    const others = imeis.filter((imei) => !found.has(imei));
    for (const imei of await list.containing(others))
      found.set(imei, { imei, finding: 'other-batch', detail: batch.batch_id });
  }
  return [...found.values()];
}

/** Reports what the server knows of devices that a batch is about to command; changes nothing (D5b). */
export const batchCheck: Service<'batchCheck'> = async (context, body) => {
  const { order } = permittedBatch(context, body);
  const listed = readImeiList(body.imeilist);
  if (listed.length > BATCH_PAGE_ROWS)
    throw new MalformedRequest(
      `imeilist has ${listed.length} IMEIs; at most ${BATCH_PAGE_ROWS} are looked at at once.`,
    );
  const imeis = [...new Set(listed)];
  const devices = await ofDevices(context, order.variant.reportedAs, imeis);
  return { status: 'success', message: '', items: [...devices, ...(await ofBatches(context, imeis, body.batchId))] };
};

/**
 * Returns the IMEIs that have a finding: unknown ones, whose status is null; devices that take no command; and devices
 * whose last command is `reportedAs` or came since `since`.
 */
async function devicesToMention(db: Database, imeis: readonly string[], reportedAs: string, since: string) {
  const { rows } = await sql<{
    imei: string;
    claim_status: ClaimStatus | null;
    last_command: string | null;
    last_command_at: string | null;
  }>`
    select value ->> 0 as imei, claim_status, last_command, last_command_at
    from ${givenRows(db, imeis, (imei) => [imei])} left join devices on imei1 = value ->> 0
    where imei1 is null or claim_status <> 'ENROLLED' or last_command = ${reportedAs} or last_command_at >= ${since}
    order by position`.execute(db);
  return rows;
}
