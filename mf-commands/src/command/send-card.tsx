import { useState, type ReactNode } from 'react';
import type { Command } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import {
  CommandQuestion,
  EarlierSends,
  repeatWarning,
  SingleOutcome,
  targetName,
  type CommandFields,
  type Question,
  type SingleCommand,
} from '@device-console/shared-lib/single-command';
import { Actions, Button, Card, Form } from '@device-console/shared-lib/ui';
import { useReadyForNext } from './ready-for-next.ts';
import styles from './command.module.css';
import { t } from '../t.ts';

interface SendCardProps {
  readonly command: Command;
  /** An IMEI, or ALL. */
  readonly target: string;
  readonly single: SingleCommand;
  readonly children: ReactNode;
  /** Null: send without asking. */
  readonly question: Question | null;
  /** True if the form is complete; otherwise says what is missing. */
  readonly check: () => boolean;
  /** Fields of the command beyond device and action. */
  readonly fields?: CommandFields | undefined;
  /** Clears what belongs to the device of the command. */
  readonly onEmpty: () => void;
}

/** The form's own question, with what to know before the same is sent again (D2b). */
function askedAgain(question: Question | null, warning: string | null): Question | null {
  if (warning === null) return question;
  return question ? { ...question, message: `${question.message} ${warning}` } : { message: warning, content: null };
}

/** The card of a form that sends one command: button, question and result (C1, C2, C6, C7, D12). */
export function SendCard(props: SendCardProps): ReactNode {
  const { command, target, single, children, fields, check, onEmpty } = props;
  const { config } = useConsole();
  // What the question is about: nothing that reaches the form meanwhile is sent.
  const [asked, setAsked] = useState<string | null>(null);
  const warning = repeatWarning(single.repeats(asked ?? target, fields), config);
  const question = askedAgain(props.question, warning);
  const { state, about } = single;
  const isSending = state.status === 'sending';
  const form = useReadyForNext(single, target, onEmpty);
  const send = (imei: string): void => {
    setAsked(null);
    void single.send(imei, fields);
    // Waits until the current sending is over: the form accepts one more.
    if (isSending) onEmpty();
  };
  const submit = (): void => {
    if (!check()) return;
    if (question) setAsked(target);
    else send(target);
  };
  return (
    <Card
      title={command.cardTitle === undefined ? t('One device') : t.known(command.cardTitle)}
      tone={command.caution ? 'caution' : 'plain'}
    >
      <div className={styles['scan']}>
        <EarlierSends command={command} earlier={single.earlier} />
        <div ref={form}>
          <Form aria-label={t.known(command.title)} onSubmit={submit}>
            {children}
            <Actions>
              <Button type="submit" variant="primary" isPending={isSending && target === about}>
                {t.known(command.title)}
              </Button>
            </Actions>
          </Form>
        </div>
        <div className={styles['outcome']}>
          <SingleOutcome command={command} state={state} subject={target === about ? undefined : targetName(about)} />
        </div>
      </div>
      {question && (
        <CommandQuestion
          command={command}
          question={question}
          isOpen={asked !== null}
          onConfirm={() => send(asked ?? target)}
          onCancel={() => setAsked(null)}
        />
      )}
    </Card>
  );
}
