import type { ReactNode } from 'react';
import { formatClock } from '../console/index.ts';
import type { Command, ConsoleConfig } from '../contract/index.ts';
import type { Sent } from '../data/react/index.ts';
import { ConfirmDialog } from '../ui/dialog/index.ts';
import { t } from '../i18n/own.ts';

/** What to ask before sending a command (C2, D6). */
export interface Question {
  /** Default: the command's title. */
  readonly title?: string | undefined;
  readonly message: string;
  /** Names the device, and asks for any other input. */
  readonly content: ReactNode;
  /** Default: the command's title. If set, only this button looks dangerous. */
  readonly confirmLabel?: string | undefined;
  readonly isConfirmDisabled?: boolean | undefined;
}

/**
 * The question before a command to one device: that of its row (C2), else our own before a de-enrolment, which nothing
 * undoes (C3), else null. A device action is sent without one (C5).
 */
export function questionOf({ confirmText, variants }: Command, imei: string): Question | null {
  if (confirmText !== undefined) return { message: t.known(confirmText), content: t('IMEI {imei}', { imei }) };
  if (variants[0].report !== 'deenroll') return null;
  const message = t('IMEI {imei} will be de-enrolled. This cannot be undone.', { imei });
  return { message, content: null, confirmLabel: t('De-enroll device') };
}

/**
 * What to ask before the same is sent again to a back end that may carry it out twice (D2b); null if `repeated` is, or
 * the server carries it out once.
 */
export function repeatWarning(repeated: Sent | null, { idempotent }: Pick<ConsoleConfig, 'idempotent'>): string | null {
  if (!repeated || idempotent || repeated.outcome === 'not-sent') return null;
  return t(
    "The same was sent at {time}, and its outcome is not known. Check the device's audit first: if it was carried " +
      'out, it would be carried out twice.',
    { time: formatClock(repeated.at) },
  );
}

export interface CommandQuestionProps {
  readonly command: Command;
  readonly question: Question;
  readonly isOpen: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before a command is sent to one device, or to all. */
export function CommandQuestion({ command, question, ...dialog }: CommandQuestionProps): ReactNode {
  const own = t.known(command.title);
  const { title = own, message, content, confirmLabel = own, isConfirmDisabled } = question;
  return (
    <ConfirmDialog
      {...dialog}
      title={title}
      message={message}
      confirmLabel={confirmLabel}
      tone={command.destructive ? 'danger' : 'plain'}
      isConfirmDisabled={isConfirmDisabled}
    >
      {content}
    </ConfirmDialog>
  );
}
