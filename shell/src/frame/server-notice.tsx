import { useEffect, useState, type ReactNode } from 'react';
import { ApiError, type ApiFailureKind } from '@device-console/shared-lib/api';
import { useIsLate, useRead, useSendLog, type Sent } from '@device-console/shared-lib/console';
import { calls } from '@device-console/shared-lib/contract';
import { Notice } from '@device-console/shared-lib/ui';
import { type BatchHolder, useIsCutOff } from '../batches/use-batches.ts';
import { t } from '../t.ts';

const unanswered: ReadonlySet<ApiFailureKind> = new Set(['network', 'timeout', 'foreign']);

/** What a proxy in front says of a server that is gone: 502, 503, 504. */
const isOfProxy = ({ kind, httpStatus = 0 }: ApiError): boolean =>
  kind === 'server' && httpStatus >= 502 && httpStatus <= 504;

const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (unanswered.has(error.kind) || isOfProxy(error));

/** Milliseconds between two questions to a server that did not answer. */
const ASKED_EVERY_MS = 5_000;

/** When the last attempt began that the server did not answer; null if it has answered the last one. */
function lastUnanswered(sent: readonly Sent[]): number | null {
  const ended = sent.filter(({ phase }) => phase === 'ended');
  const last = ended.reduce<Sent | null>((newest, one) => (newest && newest.at > one.at ? newest : one), null);
  return last && isUnanswered(last.error) ? last.at : null;
}

/** True while the server does not answer what this operator sends. */
function useIsSilent(): boolean {
  const read = useRead();
  const sent = useSendLog();
  const [answeredAt, setAnsweredAt] = useState(0);
  const begun = sent.filter(({ phase }) => phase === 'sending').map(({ at }) => at);
  const since = begun.length > 0 ? Math.min(...begun) : null;
  const isLate = useIsLate(since);
  const failedAt = lastUnanswered(sent);
  const hasFailed = failedAt !== null && failedAt > answeredAt;
  const mustAsk = hasFailed && since === null;
  useEffect(() => {
    if (!mustAsk) return undefined;
    const ending = new AbortController();
    const answered = (): void => setAnsweredAt(Date.now());
    const ask = (): void =>
      void read(calls.homeData, {}, { inBackground: true, signal: ending.signal }).then(answered, (error: unknown) => {
        if (!isUnanswered(error) && !ending.signal.aborted) answered();
      });
    const timer = setInterval(ask, ASKED_EVERY_MS);
    return () => {
      clearInterval(timer);
      ending.abort();
    };
  }, [read, mustAsk]);
  return isLate || hasFailed;
}

/** Says on every screen that the server does not answer, until it does (D11, D12). */
export function ServerNotice({ batches }: { readonly batches: BatchHolder }): ReactNode {
  const isSilent = useIsSilent();
  const isCutOff = useIsCutOff(batches);
  if (!isSilent && !isCutOff) return null;
  return (
    <Notice tone="warning" title={t('The server does not answer')}>
      {t('What you scan waits for its turn, and batches continue automatically. This notice goes when it answers.')}
    </Notice>
  );
}
