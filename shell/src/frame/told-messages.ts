import { t } from '../t.ts';

/** What is told of batches and releases. */
export const toldMessages = {
  region: t('News'),
  bell: t('Notices'),
  bellUnread: (count: string) => t('Notices, {count} unread', { count }),
  nothing: t('Nothing has happened since this page was opened.'),
  finished: (command: string) => t('{command} is done', { command }),
  failed: (command: string) => t('{command} has failed', { command }),
  paused: (command: string) => t('{command} is paused', { command }),
  outcome: (found: string, notFound: string) => t('{found} found, {notFound} not found', { found, notFound }),
  open: (command: string) => t('Open {command}', { command }),
  release: (remote: string) => t('A new version of {remote} is ready', { remote }),
  releaseText: (version: string) => t('Version {version}', { version }),
  ask: t('Tell me outside of this page too'),
  askText: t('When a batch ends, pauses or fails while another window is in front.'),
  titleDone: t('Done'),
  titleFailed: t('Failed'),
  titlePaused: t('Paused'),
  titleProgress: (percent: string) => `${percent} %`,
} as const;
