import type { ReactNode } from 'react';
import { formatCount, formatClock, useAddresses } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Icon } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { ToastRegion } from '@device-console/shared-lib/ui/toast';
import { remoteTitle } from '../releases/decide.ts';
import type { WaitingUpdate } from '../releases/decide.ts';
import { BarPanel } from './bar-panel.tsx';
import styles from './bar-panel.module.css';
import { noticeTexts } from './describe-notice.ts';
import type { Notices } from './use-notices.ts';
import { t } from '../t.ts';

interface NoticeBellProps {
  readonly news: Notices;
  /** Available, but not in use. */
  readonly waiting: readonly WaitingUpdate[];
}

/** Events since the page was opened, with the count of unread notices (F6). */
export function NoticeBell({ news: { notices, unread, markRead }, waiting }: NoticeBellProps): ReactNode {
  const { to } = useAddresses();
  const face = (
    <>
      <LineIcon name="bell" />
      {unread > 0 && (
        <span className={styles['count']} aria-hidden="true">
          {formatCount(unread)}
        </span>
      )}
    </>
  );
  const label = unread > 0 ? t('Notices, {count} unread', { count: formatCount(unread) }) : t('Notices');
  return (
    <BarPanel label={label} face={face} onOpen={markRead}>
      {notices.length + waiting.length === 0 && (
        <p className={styles['nothing']}>{t('No news of your batches and commands since this page was opened.')}</p>
      )}
      <ul>
        {waiting.map(({ id, version }) => (
          <li key={`${id} ${version}`} className={styles['notice']} data-tone="info">
            <Icon name="info" />
            <span>
              <strong>{t('A new version of {remote} is ready', { remote: remoteTitle(id) })}</strong>
              <span>{t('Version {version}', { version })}</span>
            </span>
          </li>
        ))}
        {notices.map((notice) => {
          const { screen, title, text, tone } = noticeTexts(notice);
          return (
            <li key={notice.id}>
              <Link className={styles['notice'] ?? ''} to={to(screen)} data-tone={tone}>
                <Icon name={tone} />
                <span>
                  <strong>{title}</strong>
                  <span>{text}</span>
                  <time dateTime={new Date(notice.at).toISOString()}>{formatClock(notice.at)}</time>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </BarPanel>
  );
}

/** The same notices as toasts, while the operator is on another screen. */
export function NoticeToasts({ news: { toasts, dismiss } }: { readonly news: Notices }): ReactNode {
  const { to } = useAddresses();
  const shown = toasts.map((notice) => {
    const { screen, name, title, text, tone } = noticeTexts(notice);
    return {
      id: notice.id,
      tone,
      title,
      text,
      action: <Link to={to(screen)}>{t('Open {command}', { command: name })}</Link>,
    };
  });
  return <ToastRegion label={t('News')} toasts={shown} onDismiss={dismiss} />;
}
