import type { ReportDefinition } from '@device-console/shared-lib/contract';
import { messages } from '../messages.ts';

/** Reports about the same subject, in the order of R6. */
export interface ReportGroup {
  readonly title: string;
  readonly reports: readonly ReportDefinition[];
}

/** Where in that order another subject begins. */
const beginnings: Readonly<Record<string, string>> = {
  register: messages.groupDevices,
  notify: messages.groupMessages,
  disableapplevel1: messages.groupApps,
  release: messages.groupLocks,
  blockapp: messages.groupFurther,
};

/** Draws captions into the order of the reports, without changing it. */
export function groupsOf(reports: readonly ReportDefinition[]): readonly ReportGroup[] {
  const groups: { title: string; reports: ReportDefinition[] }[] = [];
  for (const definition of reports) {
    const title = beginnings[definition.report];
    const last = groups.at(-1);
    if (title === undefined && last) last.reports.push(definition);
    else groups.push({ title: title ?? messages.groupFurther, reports: [definition] });
  }
  return groups;
}
