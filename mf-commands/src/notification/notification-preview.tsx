import type { ReactNode } from 'react';
import type { Command } from '@device-console/shared-lib/contract';
import { formatCount } from '@device-console/shared-lib/console';
import { DefinitionList, Digits, Notice } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import { HeaderNotSent } from './header-not-sent.tsx';
import { characterCount, templates, type NotificationSubject, type RenderedNotification } from './templates.ts';
import { t } from '../t.ts';

interface NotificationPreviewProps {
  readonly command: Command;
  readonly isOpen: boolean;
  readonly subject: NotificationSubject & { readonly imei: string };
  readonly rendered: RenderedNotification;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** The message as it will be sent, to whom, and how long it is; nothing leaves the page without its answer (T3). */
export function NotificationPreview({
  command,
  isOpen,
  subject,
  rendered,
  onConfirm,
  onCancel,
}: NotificationPreviewProps): ReactNode {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('Preview of the notification')}
      message={t('This message will be sent. Please read it once more.')}
      confirmLabel={t.known(command.title)}
      cancelLabel={t('Back to the form')}
      size="wide"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <DefinitionList
        items={[
          { term: t('IMEI'), value: <Digits>{subject.imei}</Digits> },
          { term: t('Template'), value: templates[subject.template].title },
          { term: t('Characters'), value: formatCount(characterCount(rendered.text)) },
        ]}
      />
      <Notice tone="info" title={rendered.header} announce="off">
        {rendered.text}
      </Notice>
      <HeaderNotSent />
    </ConfirmDialog>
  );
}
