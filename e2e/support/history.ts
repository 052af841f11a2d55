import { join } from 'node:path';
import Database from 'libsql';
import type { TestConsole } from './test-console.ts';

function write(testConsole: TestConsole, work: (db: Database.Database) => void): void {
  const db = new Database(join(testConsole.env['DATA_DIR'] ?? '', 'console.db'), { timeout: 10_000 });
  try {
    db.exec('BEGIN IMMEDIATE');
    work(db);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

const commandColumns = `transaction_id, user_email, imei, interface, action, reported_as, report,
  payload, filename, reason, status, failure, next_attempt_at,
  created_at, updated_at, account_id, batch_id, attempts, claimed_until`;

/** A registration, a de-enrolment and an executed command of a device at a known time, which no call could make. */
export function addPast(testConsole: TestConsole, imei: string, report: string, at: string): void {
  write(testConsole, (db) => {
    const command = db.prepare(`insert into commands (${commandColumns})
      select 'past-' || ?, email, ?, 'S', ?, 'LOCK', ?, '{}', '', '', 'acknowledged', '',
        ?, ?, ?, id, null, 0, null from accounts where email = 'admin@example.com'`);
    command.run(imei, imei, report, report, at, at, at);
    const registration = db.prepare(
      'insert into registrations (imei1, imei2, brand, model, matched, registration_status, created_at) values ' +
        `(?, '', 'Acme', 'One', 'NO', 'REGISTERED', ?)`,
    );
    registration.run(imei, at);
    const enrolment = db.prepare(
      `insert into enrolments (imei1, imei2, action, created_at) values (?, '', 'DE-ENROLLED', ?)`,
    );
    enrolment.run(imei, at);
  });
}

/**
 * So many executed commands of one report, each a second after the one before, from `at` on; of one device where `imei`
 * is given.
 */
export function addManyCommands(
  testConsole: TestConsole,
  report: string,
  count: number,
  at: string,
  imei?: string,
): void {
  write(testConsole, (db) => {
    db.prepare(
      `insert into commands (${commandColumns})
      with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ?)
      select printf('00000000-0000-4000-9000-%012d', n), email, coalesce(?, printf('35%013d', n)), 'B', ?, 'LOCK', ?,
        '{}', '', '', case when n % 10 = 0 then 'failed' else 'acknowledged' end, '',
        moment, moment, moment, id, null, 0, null
      from (select n, strftime('%Y-%m-%dT%H:%M:%S.000Z', ?, '+' || n || ' seconds') as moment from numbers), accounts
      where email = 'admin@example.com'`,
    ).run(count, imei ?? null, report, report, at);
  });
}

/** Makes it seem that an account's holder last proved their identity half an hour ago, in every session (S18). */
export function ageProofs(testConsole: TestConsole, email: string): void {
  write(testConsole, (db) => {
    const before = new Date(Date.now() - 30 * 60_000).toISOString();
    db.prepare(
      'update sessions set authenticated_at = ? where account_id = (select id from accounts where email = ?)',
    ).run(before, email);
  });
}
