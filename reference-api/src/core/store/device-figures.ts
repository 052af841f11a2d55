import { countRows } from './count-rows.ts';
import type { ClaimStatus } from './schema.ts';
import type { Database } from './store.ts';
import { countSliced, type Sliced } from './slices.ts';

/** Devices counted at once. */
const COUNTED = 50_000;

/** Uses an index that ends with their IMEI. */
function devicesOf(db: Database, status: ClaimStatus, version: string): Sliced<string> {
  const after = (imei: string) =>
    db
      .selectFrom('devices')
      .where('claim_status', '=', status)
      .where('app_version', '=', version)
      .where('imei1', '>', imei);
  return {
    rows: COUNTED,
    async endOf(imei) {
      const end = after(imei)
        .select('imei1')
        .orderBy('imei1')
        .limit(1)
        .offset(COUNTED - 1);
      return (await end.executeTakeFirst())?.imei1;
    },
    async count(imei, end) {
      return end === undefined ? countRows(after(imei)) : COUNTED;
    },
  };
}

async function nextVersion(db: Database, status: ClaimStatus, after: string | undefined): Promise<string | undefined> {
  const row = await db
    .selectFrom('devices')
    .select('app_version')
    .where('claim_status', '=', status)
    .$if(after !== undefined, (query) => query.where('app_version', '>', after ?? ''))
    .orderBy('app_version')
    .limit(1)
    .executeTakeFirst();
  return row?.app_version;
}

/** In the order of the versions (L6). */
export async function devicesPerVersion(db: Database, status: ClaimStatus) {
  const found: { appversion: string; devices: number }[] = [];
  for (
    let version = await nextVersion(db, status, undefined);
    version !== undefined;
    version = await nextVersion(db, status, version)
  ) {
    found.push({ appversion: version, devices: (await countSliced(devicesOf(db, status, version), '')) ?? 0 });
  }
  return found;
}

async function countOf(db: Database, status: ClaimStatus): Promise<number> {
  return (await devicesPerVersion(db, status)).reduce((sum, { devices }) => sum + devices, 0);
}

/** H1; registrations count from `todayFrom` on. */
export async function deviceFigures(db: Database, todayFrom: string) {
  const registeredToday = await countRows(db.selectFrom('registrations').where('created_at', '>=', todayFrom));
  const deEnrolled = await countOf(db, 'DE-ENROLLED');
  return { inService: deEnrolled + (await countOf(db, 'ENROLLED')), deEnrolled, registeredToday };
}
