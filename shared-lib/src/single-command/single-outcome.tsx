import type { ReactNode } from 'react';
import { useConsole } from '../console/index.ts';
import type { Command } from '../contract/index.ts';
import { Notice } from '../ui/index.ts';
import { targetName } from './target-name.ts';
import { HandedToAll } from './handed-to-all.tsx';
import type { SingleState } from './single-state.ts';
import { t } from '../i18n/own.ts';
import { ACCEPTED_UNSTATED } from '../contract/index.ts';

type Unconfirmed = Extract<SingleState, { status: 'unconfirmed' }>;

export interface SingleOutcomeProps {
  readonly command: Command;
  readonly state: SingleState;
  /** The device, unless a form above shows it. */
  readonly subject?: string | undefined;
}

/** The result of a single command, letter for letter if the server or the table has a text (C6, C7, D1b, D12, D22). */
export function SingleOutcome({ command, state, subject }: SingleOutcomeProps): ReactNode {
  const { config } = useConsole();
  const about = (title: string): string => (subject === undefined ? title : `${subject}: ${title}`);
  switch (state.status) {
    case 'done':
      return (
        <Notice tone="success" title={targetName(state.imei)}>
          {t.known(command.successText)}
          <HandedToAll sent={state.sent} />
        </Notice>
      );
    case 'accepted':
      return (
        <Notice tone="warning" title={targetName(state.imei)}>
          {t('{acceptedUnstated} It is not certain that the command was carried out.', {
            acceptedUnstated: ACCEPTED_UNSTATED,
          })}
        </Notice>
      );
    case 'refused':
      return (
        <Notice
          tone={state.waits ? 'info' : 'danger'}
          title={about(state.waits ? t('It waits for a second person') : t('Nothing was sent to the device'))}
          {...state.failure}
        />
      );
    case 'unconfirmed':
      return (
        <Notice
          tone="warning"
          title={about(state.maybeSent ? t('The outcome is not known') : t('The command was not sent'))}
          details={state.failure.details}
        >
          {unconfirmedText(state, config.idempotent)}
        </Notice>
      );
    default:
      return null;
  }
}

function unconfirmedText({ maybeSent, failure }: Unconfirmed, isSafe: boolean): string {
  if (!maybeSent) return t('Nothing was sent. Send it again when the connection is back.');
  return isSafe
    ? t(
        '{why} The command may not have been sent. Sending it again is safe: the server carries it out ' + 'only once.',
        {
          why: failure.children,
        },
      )
    : t("{why} The command may not have been sent. Check the device's audit before you send it again.", {
        why: failure.children,
      });
}
