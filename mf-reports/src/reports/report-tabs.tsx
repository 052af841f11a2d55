import { useId, type ReactNode } from 'react';
import { reports, type ReportDefinition } from '@device-console/shared-lib/contract';
import { useAddresses } from '@device-console/shared-lib/console';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { Select } from '@device-console/shared-lib/ui';
import styles from './reports.module.css';
import { t } from '../t.ts';

/** Reports on one subject, in the order of R6. */
interface ReportGroup {
  readonly title: string;
  readonly reports: readonly ReportDefinition[];
}

const beginnings: Readonly<Record<string, string>> = {
  register: t('Enrolment'),
  notify: t('Messages, wallpaper, alarm'),
  disableapplevel1: t('Apps and camera'),
  release: t('Release and lock'),
  blockapp: t('Further commands'),
};

/** Keeps their order. */
function groupsOf(reports: readonly ReportDefinition[]): readonly ReportGroup[] {
  const groups: { title: string; reports: ReportDefinition[] }[] = [];
  for (const definition of reports) {
    const title = beginnings[definition.report];
    const last = groups.at(-1);
    if (title === undefined && last) last.reports.push(definition);
    else groups.push({ title: title ?? t('Further commands'), reports: [definition] });
  }
  return groups;
}

/** The address is below the role's prefix (D3). */
export const reportPath = (report: string): string => `reports/${encodeURIComponent(report)}`;

/** Every report under its own address: a list, or a select in a narrow window (R6, D3, R1). */
export function ReportTabs({ current }: { readonly current: ReportDefinition }): ReactNode {
  const { to } = useAddresses();
  const navigate = useNavigate();
  const shown = reports.includes(current) ? reports : [...reports, current];
  return (
    <>
      <nav className={styles['list']} aria-label={t('Reports')}>
        {groupsOf(shown).map((group) => (
          <Group key={group.title} group={group} current={current} />
        ))}
      </nav>
      <div className={styles['choice']}>
        <Select
          label={t('Report')}
          options={shown.map(({ report, title }) => ({ value: report, title: t.known(title) }))}
          value={current.report}
          onChange={(report) => void navigate(to(reportPath(report)))}
        />
      </div>
    </>
  );
}

interface GroupProps {
  readonly group: ReportGroup;
  readonly current: ReportDefinition;
}

function Group({ group: { title, reports: shown }, current }: GroupProps): ReactNode {
  const { to } = useAddresses();
  const id = useId();
  return (
    <div>
      <p id={id} className={styles['caption']}>
        {title}
      </p>
      <ul aria-labelledby={id}>
        {shown.map((definition) => (
          <li key={definition.report}>
            <Link
              className={styles['link'] ?? ''}
              to={to(reportPath(definition.report))}
              aria-current={definition.report === current.report ? 'page' : undefined}
            >
              {t.known(definition.title)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
