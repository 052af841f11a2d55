import { commandById } from '@device-console/shared-lib/contract';
import { formatCount } from '@device-console/shared-lib/console';
import type { BatchNotice } from '../batches/batch-notice.ts';
import type { BatchEvent } from './batch-events.ts';
import { t } from '../t.ts';

export function noticeOf({ operator, command, state }: BatchEvent, id: string, at: number): BatchNotice {
  const { found = 0, notFound = 0 } = state.batch?.summary ?? {};
  const message = state.status === 'finished' ? '' : state.message;
  return { id, operator, command, at, kind: state.status, found, notFound, message };
}

export function noticeTexts({ command, kind, found, notFound, message }: BatchNotice) {
  const { title, screen } = commandById(command);
  const name = t.known(title);
  const counts = t('{found} found, {notFound} not found', {
    found: formatCount(found),
    notFound: formatCount(notFound),
  });
  return {
    screen,
    name,
    title: titles[kind](name),
    text: message === '' ? counts : message,
    tone: tones[kind],
  };
}

const titles = {
  finished: (command: string) => t('{command} is done', { command }),
  failed: (command: string) => t('{command} has failed', { command }),
  paused: (command: string) => t('{command} is paused', { command }),
} as const;
const tones = { finished: 'success', failed: 'danger', paused: 'warning' } as const;
