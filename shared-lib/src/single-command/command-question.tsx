import type { ReactNode } from 'react';
import type { Command } from '../contract/index.ts';
import { ConfirmDialog } from '../ui/dialog/index.ts';
import { t } from '../i18n/own.ts';

/** The question and button for a command that cannot be undone, if its row has none. */
interface ForGood {
  readonly message: (imei: string) => string;
  readonly confirm: string;
}

/** By the report of the command's history. */
const forGood: Readonly<Record<string, ForGood | undefined>> = {
  deenroll: {
    message: (imei) => t('IMEI {imei} will be de-enrolled. This cannot be undone.', { imei }),
    confirm: t('De-enroll device'),
  },
};

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
 * The question before a command to one device: that of its row (C2), else our own if a destructive command has no
 * inverse (C3), else null. A device action is sent without one (C5).
 */
export function questionOf(command: Command, imei: string): Question | null {
  const { confirmText, destructive, form, inverse, variants } = command;
  if (confirmText !== undefined) return { message: t.known(confirmText), content: t('IMEI {imei}', { imei }) };
  const isForGood = form !== 'device-action' && destructive && inverse === undefined;
  const own = isForGood ? forGood[variants[0].report] : undefined;
  return own ? { message: own.message(imei), content: null, confirmLabel: own.confirm } : null;
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
