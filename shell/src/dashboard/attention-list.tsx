import type { ReactNode } from 'react';
import { commandList } from '@device-console/shared-lib/contract';
import { formatCount } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { StatusBadge } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { messages } from './home-messages.ts';
import type { Permitted } from './permitted.ts';
import type { Overview } from './use-home.ts';
import styles from './dashboard.module.css';
import { t } from '../t.ts';

interface AttentionListProps {
  readonly rows: Overview['attention'];
  readonly permitted: Permitted;
}

/** The command whose history a report is; the report's own name where there is none. */
function titleOf(report: string): string {
  const command = commandList.find(({ variants }) => variants.some((variant) => variant.report === report));
  const choice = command?.variants.find((variant) => variant.report === report)?.choice;
  if (!command) return report;
  return choice && command.variants.length > 1 && command.id === 'disableApp'
    ? `${t.known(command.title)}, ${t.known(choice.title)}`
    : t.known(command.title);
}

/** Commands that failed or were not answered of late, by command. */
export function AttentionList({ rows, permitted }: AttentionListProps): ReactNode {
  return (
    <div>
      <h3 className={styles['subtitle']}>{messages.attention}</h3>
      <ul className={styles['attention']} aria-label={messages.attention}>
        {rows.map(({ report, failed, unanswered }) => {
          const to = permitted.reportOf(report);
          return (
            <li key={report}>
              <LineIcon name="warning" />
              {to === null ? <span>{titleOf(report)}</span> : <Link to={to}>{titleOf(report)}</Link>}
              {failed > 0 && <StatusBadge tone="danger">{messages.failed(formatCount(failed))}</StatusBadge>}
              {unanswered > 0 && (
                <StatusBadge tone="warning">{messages.unanswered(formatCount(unanswered))}</StatusBadge>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
