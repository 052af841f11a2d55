import type { ReactNode } from 'react';
import { reports, type ReportDefinition } from '@device-console/shared-lib/contract';
import { useAddresses } from '@device-console/shared-lib/console';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { Select } from '@device-console/shared-lib/ui';
import styles from './reports.module.css';
import { t } from '../t.ts';

/** The address is below the role's prefix (D3). */
export const reportPath = (report: string): string => `reports/${encodeURIComponent(report)}`;

interface ReportTabsProps {
  readonly current: ReportDefinition;
  /** The days and the filter that were asked for; the next report is fetched with them. */
  readonly fragment: string;
}

/** A tab for every report, under its own address; in a narrow window a select (R6, D3, R1). */
export function ReportTabs({ current, fragment }: ReportTabsProps): ReactNode {
  const { to } = useAddresses();
  const navigate = useNavigate();
  const shown = reports.includes(current) ? reports : [...reports, current];
  return (
    <>
      <nav className={styles['tabs']} aria-label={t('Reports')}>
        <ul>
          {shown.map(({ report, title }) => (
            <li key={report}>
              <Link
                className={styles['tab'] ?? ''}
                to={`${to(reportPath(report))}${fragment}`}
                aria-current={report === current.report ? 'page' : undefined}
              >
                {t.known(title)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles['choice']}>
        <Select
          label={t('Report')}
          options={shown.map(({ report, title }) => ({ value: report, title: t.known(title) }))}
          value={current.report}
          onChange={(report) => void navigate(`${to(reportPath(report))}${fragment}`)}
        />
      </div>
    </>
  );
}
