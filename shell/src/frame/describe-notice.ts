import { formatCount } from '@device-console/shared-lib/console';
import { commandById } from '@device-console/shared-lib/contract';
import type { BatchNotice } from '../batches/batch-notice.ts';
import { t } from '../t.ts';

const titles = {
  finished: (command: string) => t('{command} is done', { command }),
  failed: (command: string) => t('{command} has failed', { command }),
  paused: (command: string) => t('{command} is paused', { command }),
} as const;
const tones = { finished: 'success', failed: 'danger', paused: 'warning' } as const;

/** The words and the screen of a notice (F6). */
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
