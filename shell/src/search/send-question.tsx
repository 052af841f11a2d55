import type { ReactNode } from 'react';
import { CommandQuestion, questionOf } from '@device-console/shared-lib/single-command';
import type { Sending } from './use-sending.ts';
import { t } from '../t.ts';

/**
 * Asks before a command of the search is sent: what its screen asks, and where that asks nothing, whether it is this
 * device, because Enter is pressed quickly (C2, C3).
 */
export function SendQuestion({
  sending: { asked, cancel },
  onConfirm,
}: {
  readonly sending: Sending;
  readonly onConfirm: () => void;
}): ReactNode {
  if (!asked) return null;
  const { command, title, imei } = asked;
  const question = questionOf(command, imei) ?? {
    message: t('{title} will be sent to IMEI {imei}.', { title, imei }),
    content: null,
    confirmLabel: title,
  };
  return <CommandQuestion command={command} question={question} isOpen onConfirm={onConfirm} onCancel={cancel} />;
}
