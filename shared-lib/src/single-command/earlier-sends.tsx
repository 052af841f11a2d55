import { useEffect, type ReactNode } from 'react';
import { failureText, formatClock, useAnswer, useConsole, useSession } from '../console/index.ts';
import { calls, isImei, isOnItsWay, mayAccess, type Command } from '../contract/index.ts';
import { useSends, type Sent } from '../data/react/index.ts';
import { t } from '../i18n/own.ts';
import { useFollowing } from '../records/index.ts';
import { commandStateTitle } from '../ui/badge/command-state-badge.tsx';
import { Notice } from '../ui/index.ts';
import { HandedToAll } from './handed-to-all.tsx';
import { targetName } from './target-name.ts';

export interface EarlierSendsProps {
  readonly command: Command;
  /** Newest first; see `earlier` of {@link useSingleCommand}. */
  readonly earlier: readonly Sent[];
}

/** The rest is in the audit. */
const SHOWN = 3;

/** What an earlier screen, or the page before a reload, has sent, and what came of it (D2e, D12). */
export function EarlierSends({ command, earlier }: EarlierSendsProps): ReactNode {
  return earlier.slice(0, SHOWN).map((sent) => <EarlierSending key={sent.id} command={command} sent={sent} />);
}

/** Follows the command in the audit, by its transactionId, if the operator may see it: there its state is known. */
function useStateInAudit({ id, outcome, status, about }: Sent): void {
  const sends = useSends();
  const maySee = mayAccess(useSession(), { permission: 'Audit Report' });
  const target = about?.target ?? '';
  const isAsked = maySee && isImei(target) && (outcome === 'unknown' || outcome === 'taken');
  const { state, refetch } = useAnswer(calls.auditReportByImei, isAsked ? { imei1: target } : null);
  const isOpen = isAsked && (status === '' || isOnItsWay(status));
  const hasFailed = state.status === 'failed';
  useFollowing({ refetch, imei: target, isOpen, watched: isOpen ? [target] : [], hasFailed });
  const found = state.last?.commands.find(({ transactionId }) => transactionId === id)?.status;
  useEffect(() => {
    if (found !== undefined && found !== status) void sends.learn(id, found);
  }, [sends, id, found, status]);
}

const tones = { unknown: 'warning', 'not-sent': 'warning', refused: 'danger', taken: 'success' } as const;

function EarlierSending({ command, sent }: { readonly command: Command; readonly sent: Sent }): ReactNode {
  const { config } = useConsole();
  const sends = useSends();
  useStateInAudit(sent);
  const { outcome, at, about } = sent;
  const tone = outcome in tones ? tones[outcome as keyof typeof tones] : 'info';
  return (
    <Notice
      tone={tone}
      title={t('{command} for {target} was sent at {time}', {
        command: t.known(command.title),
        target: targetName(about?.target ?? ''),
        time: formatClock(at),
      })}
      onDismiss={() => void sends.dismiss(sent.id)}
    >
      {earlierText(sent, config.idempotent)}
      <HandedToAll sent={sent} />
    </Notice>
  );
}

function earlierText({ outcome, status, error }: Sent, isIdempotent: boolean): string {
  switch (outcome) {
    case 'taken':
      return status === '' ? t('The server has it.') : t('Its state: {status}', { status: commandStateTitle(status) });
    case 'unstated':
      return t('The server accepted it. It is not certain that the command was carried out.');
    case 'waits':
      return t('It waits for a second person.');
    case 'refused':
      return error ? failureText(error) : t('The server refused it.');
    case 'not-sent':
      return t('Nothing was sent. Send it again when the connection is back.');
    default:
      return isIdempotent
        ? t('The outcome is not known. If you send the same to this device again, the server carries it out only once.')
        : t("The outcome is not known. Check the device's audit before you send it again.");
  }
}
