import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Command } from '@device-console/shared-lib/contract';
import {
  CommandQuestion,
  SingleOutcome,
  type Question,
  type SingleState,
} from '@device-console/shared-lib/single-command';
import { Actions, Button, Card, Form, Imei, StatusBadge } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';
import { formatCount } from '@device-console/shared-lib/console';
import styles from './sent-here.module.css';

type Tone = 'success' | 'info' | 'warning' | 'danger';

/** How one sending went, in a word; null while it is not over. */
function wordOf(state: SingleState): readonly [Tone, string] | null {
  switch (state.status) {
    case 'done':
      return ['success', t('Sent')];
    case 'accepted':
      return ['warning', t('Accepted')];
    case 'refused':
      return state.waits ? ['info', t('Waits for approval')] : ['danger', t('Refused')];
    case 'unconfirmed':
      return state.maybeSent ? ['warning', t('Outcome unknown')] : ['danger', t('Not sent')];
    default:
      return null;
  }
}

interface Sending {
  readonly target: string;
  readonly word: readonly [Tone, string];
}

/** Shown of all that were sent. */
const NEWEST = 10;

/** What was sent from a form since it was opened, newest first; `target` is what the form is about. */
function useSentHere(state: SingleState, target: string): readonly Sending[] {
  const [sent, setSent] = useState<readonly Sending[]>([]);
  const [seen, setSeen] = useState(state);
  if (seen !== state) {
    setSeen(state);
    const word = wordOf(state);
    if (word) setSent([{ target, word }, ...sent]);
  }
  return sent;
}

/** A tally for who sends to one device after another: how many, and how the last ten went. */
function SentHere({ sent }: { readonly sent: readonly Sending[] }): ReactNode {
  if (sent.length < 2) return null;
  return (
    <section className={styles['sent']} aria-label={t('Sent from here')}>
      <h3>{t('Sent from here: {count}', { count: formatCount(sent.length) })}</h3>
      <ol>
        {sent.slice(0, NEWEST).map(({ target, word: [tone, word] }, index) => (
          <li key={sent.length - index}>
            <Imei imei={target} />
            <StatusBadge tone={tone}>{word}</StatusBadge>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface SendCardProps {
  readonly command: Command;
  /** What the form is about: an IMEI, or ALL. */
  readonly target: string;
  readonly state: SingleState;
  readonly children: ReactNode;
  /** Null: the command is sent without asking. */
  readonly question: Question | null;
  /** Tells whether the form is complete, after saying what is missing. */
  readonly check: () => boolean;
  readonly onSend: () => void;
}

/** After a send the text of the field from which Enter sent is selected: what is typed or scanned next replaces it. */
function useSelectedForNext(state: SingleState) {
  const form = useRef<HTMLDivElement>(null);
  // Before the outcome is seen: what is typed then is the next one from its first figure on.
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isOver = state.status === 'done' || state.status === 'accepted';
    if (isOver && activeElement instanceof HTMLInputElement && form.current?.contains(activeElement))
      activeElement.select();
  }, [state]);
  return form;
}

/** The card of a form that sends one command: its button, its question and what came of it (C1, C2, C6, C7, D12). */
export function SendCard({ command, target, state, children, question, check, onSend }: SendCardProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const form = useSelectedForNext(state);
  const sent = useSentHere(state, target);
  const submit = (): void => {
    if (state.status === 'sending' || !check()) return;
    if (question) setAsking(true);
    else onSend();
  };
  return (
    <Card
      title={command.cardTitle === undefined ? t('One device') : t.known(command.cardTitle)}
      tone={command.caution ? 'caution' : 'plain'}
    >
      <div ref={form}>
        <Form aria-label={t.known(command.title)} onSubmit={submit}>
          {children}
          <Actions>
            <Button type="submit" variant="primary" isPending={state.status === 'sending'}>
              {t.known(command.title)}
            </Button>
          </Actions>
        </Form>
      </div>
      <SingleOutcome command={command} state={state} />
      <SentHere sent={sent} />
      {question && (
        <CommandQuestion
          command={command}
          question={question}
          isOpen={isAsking}
          onConfirm={() => {
            setAsking(false);
            onSend();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
