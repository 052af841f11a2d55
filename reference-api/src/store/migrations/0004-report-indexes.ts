import { sql, type Kysely } from 'kysely';

/**
 * What reports are read by, page by page: each list in the order of its pages, so that no page is sorted or searched
 * for. And what devices are counted by, piece by piece.
 */
export async function indexReports(db: Kysely<unknown>): Promise<void> {
  await sql`create index commands_pages on commands (report, created_at, id)`.execute(db);
  await sql`create index uploads_pages on uploads (report, created_at, id)`.execute(db);
  await sql`create index registrations_pages on registrations (created_at, id)`.execute(db);
  await sql`create index registrations_matched_pages on registrations (matched, created_at, id)`.execute(db);
  await sql`create index enrolments_pages on enrolments (created_at, id)`.execute(db);
  await sql`create index uploads_report_file on uploads (report, file)`.execute(db);
  await sql`create index devices_figures on devices (claim_status, app_version, imei1)`.execute(db);
  // The new ones begin with the same columns.
  for (const name of [
    'commands_report_created_at',
    'uploads_report_created_at',
    'registrations_created_at',
    'enrolments_created_at',
    'devices_claim_status_app_version',
  ]) {
    await sql`drop index ${sql.ref(name)}`.execute(db);
  }
}
