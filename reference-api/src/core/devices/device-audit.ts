import { auditOfDevice } from '../store/device-audit.ts';
import type { Service } from '../calls/context.ts';
import { executedRow } from '../reports/report-parts.ts';

/** Rows per list of an audit: far more than a device gets, yet quick to answer. */
const AUDIT_ROWS = 5_000;

const lists = [
  ['registration', 'registrations'],
  ['release', 'releases'],
  ['commands', 'commands'],
  ['deenroll', 'de-enrolments'],
] as const;

type Audit = Awaited<ReturnType<typeof auditOfDevice>>;

/** Names the lists with more rows than shown; '' if none. */
function shortenedText(audit: Audit): string {
  const names = lists.filter(([list]) => audit[list].length > AUDIT_ROWS).map(([, name]) => name);
  if (names.length === 0) return '';
  return (
    `Only the newest ${AUDIT_ROWS} ${names.join(' and ')} of this device are shown. The earlier ones are in the ` +
    'reports.'
  );
}

function identity({ imei1, imei2, brand, model, created_at }: Audit['release'][number]) {
  return { imei1, imei2, brand, model, createdat: created_at };
}

/** Everything about one device (A2). A released device has no registration until it is registered again (A3). */
export const auditReportByImei: Service<'auditReportByImei'> = async ({ db }, { imei1 }) => {
  // One row more than shown: are there more?
  const audit = await auditOfDevice(db, imei1, AUDIT_ROWS + 1);
  const releasedAt = audit.release[0]?.created_at ?? '';
  const command = audit.commands[0]?.reported_as ?? '';
  return {
    status: 'success',
    message: shortenedText(audit),
    registration: audit.registration
      .slice(0, AUDIT_ROWS)
      .filter((row) => row.created_at > releasedAt)
      .map((row) => ({ ...identity(row), command })),
    release: audit.release.slice(0, AUDIT_ROWS).map(identity),
    commands: audit.commands.slice(0, AUDIT_ROWS).map(executedRow),
    deenroll: audit.deenroll.slice(0, AUDIT_ROWS).map((row) => ({
      imei1: row.imei1,
      imei2: row.imei2,
      action: row.action,
      date: row.created_at,
      createdat: row.created_at,
    })),
  };
};
