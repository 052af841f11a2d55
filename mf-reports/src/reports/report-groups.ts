import type { ReportDefinition } from '@device-console/shared-lib/contract';
import { t } from '../t.ts';

/** Reports about the same subject, in the order of R6. */
export interface ReportGroup {
  readonly title: string;
  readonly reports: readonly ReportDefinition[];
}

/** Where in that order another subject begins. */
const beginnings: Readonly<Record<string, string>> = {
  register: t('Enrolment'),
  notify: t('Messages, wallpaper, alarm'),
  disableapplevel1: t('Apps and camera'),
  release: t('Release and lock'),
  blockapp: t('Further commands'),
};

/** Draws captions into the order of the reports, without changing it. */
export function groupsOf(reports: readonly ReportDefinition[]): readonly ReportGroup[] {
  const groups: { title: string; reports: ReportDefinition[] }[] = [];
  for (const definition of reports) {
    const title = beginnings[definition.report];
    const last = groups.at(-1);
    if (title === undefined && last) last.reports.push(definition);
    else groups.push({ title: title ?? t('Further commands'), reports: [definition] });
  }
  return groups;
}
