import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useAnswer, useSession } from '../console/index.ts';
import { calls, isImei, isOnItsWay, mayAccess } from '../contract/index.ts';
import { useSends, type Sent } from '../data/react/index.ts';
import { useFollowing } from '../records/index.ts';
import { deviceBefore } from './device-before.ts';

/** Devices of one log that are followed at once; the rest is read when the screen is opened again. */
const FOLLOWED = 5;

const hasReachedServer: ReadonlySet<Sent['outcome']> = new Set(['taken', 'unstated', 'unknown', 'refused']);

/** Its phone has not answered yet, as far as is known. */
const isAwaited = ({ outcome, status }: Sent): boolean =>
  outcome !== 'refused' && (status === '' || isOnItsWay(status));

export interface LogFactsProps {
  /** Newest first. */
  readonly sent: readonly Sent[];
}

/**
 * Reads the audit of the devices of a log, one after the other, for operators who may see it: model, state before the
 * command, and whether the phone has acknowledged it. Draws nothing.
 */
export function LogFacts({ sent }: LogFactsProps): ReactNode {
  return mayAccess(useSession(), { permission: 'Audit Report' }) && <ReadFacts sent={sent} />;
}

function ReadFacts({ sent }: LogFactsProps): ReactNode {
  const [round, setRound] = useState(0);
  const [done, setDone] = useState<ReadonlyMap<string, string>>(new Map());
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const again = useCallback(() => setRound((before) => before + 1), []);
  const readable = sent.filter(
    ({ phase, outcome, about }) => phase === 'ended' && hasReachedServer.has(outcome) && isImei(about?.target ?? ''),
  );
  const awaited = readable.filter(isAwaited).slice(0, FOLLOWED);
  const watched = awaited.map(({ about }) => about?.target ?? '');
  const hasFailed = awaited.some(({ id }) => failed.has(id));
  useFollowing({ refetch: again, imei: '', isOpen: awaited.length > 0, watched, hasFailed });
  const attemptOf = ({ at }: Sent): string => `${round} ${at}`;
  const due = readable.find(
    (one) => (one.device === null || awaited.includes(one)) && done.get(one.id) !== attemptOf(one),
  );
  if (!due) return null;
  const attempt = attemptOf(due);
  const end = (isRead: boolean): void => {
    setDone((before) => new Map([...before, [due.id, attempt]]));
    setFailed((before) => new Set([...before, due.id].filter((id) => id !== due.id || !isRead)));
  };
  return <ReadDevice key={`${due.id} ${attempt}`} sent={due} onEnd={end} />;
}

function ReadDevice({ sent, onEnd }: { readonly sent: Sent; readonly onEnd: (isRead: boolean) => void }): ReactNode {
  const sends = useSends();
  const { id, about, outcome } = sent;
  const { state } = useAnswer(calls.auditReportByImei, { imei1: about?.target ?? '' });
  const take = useEffectEvent((): void => {
    const audit = state.status === 'ready' ? state.last : null;
    const own = audit?.commands.find(({ transactionId }) => transactionId === id);
    if (own && outcome !== 'refused') void sends.learn(id, own.status);
    // The audit may not have the command yet: then its records are not those of before it.
    if (audit && (own || outcome === 'refused')) sends.describe(id, deviceBefore(audit, id));
    onEnd(audit !== null);
  });
  const isOver = state.status === 'ready' || state.status === 'failed';
  useEffect(() => {
    if (isOver) take();
  }, [isOver]);
  return null;
}
