import { useAtom } from 'jotai';
import type { ReactNode } from 'react';
import { sessionNoticeAtom } from '@device-console/shared-lib/session';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

/** What the server said beside the login, such as that an older session of the operator ended (S13). */
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
      {notice}
    </Notice>
  );
}
