import { reports, type ReportDefinition } from '@device-console/shared-lib/contract';
import { t } from '../t.ts';

/**
 * The report of an address: any type that is none of the others is asked for under its own name, and holds a command's
 * history (R1).
 */
export function reportOf(report: string): ReportDefinition {
  return (
    reports.find((row) => row.report === report) ?? {
      report,
      title: t('{report} History', { report }),
      kind: 'commands',
    }
  );
}
