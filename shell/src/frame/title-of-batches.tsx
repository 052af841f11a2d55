import { useEffect, useState, type ReactNode } from 'react';
import { titleBefore } from '@device-console/shared-lib/ui';
import type { BatchHolder } from '../batches/batch-holder.ts';
import type { BatchNotice } from '../batches/batch-notice.ts';
import { useOwnBatches } from '../batches/use-batches.ts';
import { shareDone } from './batch-ring.tsx';
import { noticeTexts } from './describe-notice.ts';
import { t } from '../t.ts';

const endTitles = {
  finished: t('Done'),
  failed: t('Failed'),
  paused: t('Paused'),
} as const;

interface TitleOfBatchesProps {
  readonly batches: BatchHolder;
  readonly newest: BatchNotice | undefined;
}

/** The titles of pages begin with how far the batches are, and with their end until somebody looks at the page. */
export function TitleOfBatches({ batches, newest }: TitleOfBatchesProps): ReactNode {
  const active = useOwnBatches(batches);
  const [seen, setSeen] = useState<string | undefined>(undefined);
  const id = newest?.id;
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') setSeen(id);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [id]);
  const isPaused = active.every(({ state }) => state.status === 'paused');
  const percent = `${String(Math.floor(shareDone(active) * 100))} %`;
  const running = [isPaused ? t('Paused') : percent, active.map(({ title }) => t.known(title)).join(', ')];
  const ended = newest && newest.id !== seen ? [endTitles[newest.kind], noticeTexts(newest).name] : ['', ''];
  const [state = '', name = ''] = active.length > 0 ? running : ended;
  useEffect(() => titleBefore(...[state, name].filter((part) => part !== '')), [state, name]);
  useEffect(() => () => titleBefore(), []);
  return null;
}
