import { useAtom } from 'jotai';
import type { ReactNode } from 'react';
import { formatTime } from '@device-console/shared-lib/console';
import { sessionNoticeAtom } from '@device-console/shared-lib/session/host';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

/** Converts the server's UTC times to local time. */
const inOwnTime = (text: string): string =>
  text.replaceAll(/(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC/g, (_, day: string, time: string) =>
    formatTime(`${day}T${time}:00Z`),
  );

/** The server's message at login, such as that an older session ended (S13). */
export function SessionNotice(): ReactNode {
  const [notice, setNotice] = useAtom(sessionNoticeAtom);
  if (notice === '') return null;
  return (
    <Notice
      tone="warning"
      title={t('About your sessions')}
      actions={
        <Button size="small" onPress={() => setNotice('')}>
          {t('Close')}
        </Button>
      }
    >
      {inOwnTime(notice)}
    </Notice>
  );
}
