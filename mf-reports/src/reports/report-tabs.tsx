import type { ReactNode } from 'react';
import { reports, type ReportDefinition } from '@device-console/shared-lib/contract';
import { useAddresses } from '@device-console/shared-lib/console';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { Select, TabNav } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import styles from './reports.module.css';

/** The address of a report's screen, below the audience's prefix (D3). */
export function reportPath(report: string): string {
  return `reports/${encodeURIComponent(report)}`;
}

/**
 * Every report under its own address: beside one another, and as one choice in a narrow window (R6, D3). One of another
 * type stands last (R1).
 */
export function ReportTabs({ current }: { readonly current: ReportDefinition }): ReactNode {
  const { to } = useAddresses();
  const navigate = useNavigate();
  const shown = reports.includes(current) ? reports : [...reports, current];
  const items = shown.map(({ report, title }) => ({
    to: to(reportPath(report)),
    label: title,
    isCurrent: report === current.report,
  }));
  return (
    <>
      <div className={styles['tabs']}>
        <TabNav label={messages.reports} items={items} renderLink={(props, item) => <Link to={item.to} {...props} />} />
      </div>
      <div className={styles['choice']}>
        <Select
          label={messages.report}
          options={shown.map(({ report, title }) => ({ value: report, title }))}
          value={current.report}
          onChange={(report) => void navigate(to(reportPath(report)))}
        />
      </div>
    </>
  );
}
