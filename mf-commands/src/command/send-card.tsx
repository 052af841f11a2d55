import { useState, type ReactNode } from 'react';
import type { Command } from '@device-console/shared-lib/contract';
import { Actions, Button, Card, Form } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import { messages } from '../messages.ts';
import { SingleOutcome } from './single-outcome.tsx';
import type { SingleState } from './use-single-command.ts';
import { t } from '../t.ts';

/** What is asked before a command is sent (C2, D6). */
export interface Question {
  readonly message: string;
  /** Names the device, and asks for what else is needed. */
  readonly content: ReactNode;
  /** What the last button says, where that is not the command's title; it alone looks dangerous then. */
  readonly confirmLabel?: string | undefined;
  readonly typedWord?: string | undefined;
  readonly isConfirmDisabled?: boolean | undefined;
}

interface SendCardProps {
  readonly command: Command;
  readonly state: SingleState;
  /** The fields. */
  readonly children: ReactNode;
  /** Null: the command is sent without asking. */
  readonly question: Question | null;
  /** Tells whether the form is complete, after saying what is missing. */
  readonly check: () => boolean;
  readonly onSend: () => void;
}

/**
 * Returns the question before a command to one device: that of its row (C2), else our own where a destructive command
 * has no inverse (C3), else null.
 */
export function questionOf(command: Command, imei: string): Question | null {
  const { confirmText, destructive, inverse, variants } = command;
  if (confirmText !== undefined) return { message: t.known(confirmText), content: t('IMEI {imei}', { imei }) };
  const forGood = destructive && inverse === undefined ? messages.forGood[variants[0].report] : undefined;
  return forGood ? { message: forGood.message(imei), content: null, confirmLabel: forGood.confirm } : null;
}

/** The card of a form that sends one command: its button, its question and what came of it (C1, C2, C6, C7, D12). */
export function SendCard({ command, state, children, question, check, onSend }: SendCardProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const submit = (): void => {
    if (state.status === 'sending' || !check()) return;
    if (question) setAsking(true);
    else onSend();
  };
  return (
    <Card
      title={command.cardTitle === undefined ? messages.oneDevice : t.known(command.cardTitle)}
      tone={command.caution ? 'caution' : 'plain'}
    >
      <Form aria-label={t.known(command.title)} onSubmit={submit}>
        {children}
        <Actions>
          <Button
            type="submit"
            variant={command.destructive && question?.confirmLabel === undefined ? 'danger' : 'primary'}
            isPending={state.status === 'sending'}
          >
            {t.known(command.title)}
          </Button>
        </Actions>
      </Form>
      <SingleOutcome command={command} state={state} />
      {question && (
        <ConfirmDialog
          isOpen={isAsking}
          title={t.known(command.title)}
          message={question.message}
          confirmLabel={question.confirmLabel ?? t.known(command.title)}
          tone={command.destructive ? 'danger' : 'plain'}
          typedWord={question.typedWord}
          isConfirmDisabled={question.isConfirmDisabled}
          onConfirm={() => {
            setAsking(false);
            onSend();
          }}
          onCancel={() => setAsking(false)}
        >
          {question.content}
        </ConfirmDialog>
      )}
    </Card>
  );
}
