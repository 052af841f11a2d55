import type { ReactNode } from 'react';
import type { ActiveBatch } from '@device-console/shared-lib/batch';
import { commandById } from '@device-console/shared-lib/contract';
import { formatCount, useAddresses } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { HiddenText, Progress } from '@device-console/shared-lib/ui';
import { type BatchHolder, isCutOff, useOwnBatches } from '../batches/use-batches.ts';
import { BarPanel } from './bar-panel.tsx';
import styles from './bar-panel.module.css';
import { t } from '../t.ts';

/** Progress with the command's name, and without. */
function textsOf(batch: ActiveBatch): { readonly long: string; readonly short: string } {
  const { title, state } = batch;
  const { summary } = state.batch;
  const command = t.known(title);
  const done = formatCount(summary.done);
  const total = formatCount(summary.valid);
  if (state.status !== 'paused')
    return {
      long: t('{command}: {done} of {total}', { command, done, total }),
      short: t('{done} of {total}', { done, total }),
    };
  if (state.why === 'turn')
    return {
      long: t('{command}: {total} waiting for their turn', { command, done, total }),
      short: t('{total} waiting', { done, total }),
    };
  if (isCutOff(batch))
    return {
      long: t('{command}: {done} of {total}, waiting for the server', { command, done, total }),
      short: t('{done} of {total}, waiting', { done, total }),
    };
  return {
    long: t('{command}: {done} of {total}, paused', { command, done, total }),
    short: t('{done} of {total}, paused', { done, total }),
  };
}

function shareDone(active: readonly ActiveBatch[]): number {
  const sum = (of: 'done' | 'valid'): number => active.reduce((total, { state }) => total + state.batch.summary[of], 0);
  return sum('done') / Math.max(1, sum('valid'));
}

/** The batches under way, on every screen. One links to its screen; several open a list (D16). */
export function BatchRing({ batches }: { readonly batches: BatchHolder }): ReactNode {
  const { to } = useAddresses();
  const active = useOwnBatches(batches);
  const [only] = active;
  if (!only) return null;
  const isPaused = active.every(({ state }) => state.status === 'paused');
  const ring = <Ring share={shareDone(active)} isPaused={isPaused} />;
  if (active.length === 1) {
    const { long, short } = textsOf(only);
    return (
      <Link className={styles['only'] ?? ''} to={to(commandById(only.command).screen)}>
        {ring}
        <span aria-hidden="true">{short}</span>
        <HiddenText>{long}</HiddenText>
      </Link>
    );
  }
  const face = (
    <>
      {ring}
      <span>{formatCount(active.length)}</span>
    </>
  );
  return (
    <BarPanel label={t('{count} batches are running', { count: formatCount(active.length) })} face={face}>
      <ul>
        {active.map((batch) => {
          const { done, valid } = batch.state.batch.summary;
          const { long, short } = textsOf(batch);
          return (
            <li key={batch.command}>
              <Link className={styles['batch'] ?? ''} to={to(commandById(batch.command).screen)}>
                <span>{long}</span>
                <span aria-hidden="true">
                  <Progress isCompact label={t.known(batch.title)} value={done} max={valid} text={short} />
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </BarPanel>
  );
}

/** Its length around is 100. */
function Ring({ share, isPaused }: { readonly share: number; readonly isPaused: boolean }): ReactNode {
  return (
    <svg className={styles['ring']} viewBox="0 0 36 36" data-paused={isPaused || undefined} aria-hidden="true">
      <circle cx="18" cy="18" r="15.9155" />
      <circle cx="18" cy="18" r="15.9155" strokeDasharray={`${share * 100} 100`} />
    </svg>
  );
}
