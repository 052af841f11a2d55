import { commandList, type Command } from '@device-console/shared-lib/contract';
import { commandTitle } from '@device-console/shared-lib/console';
import type { DeviceFilter } from './device-filter.ts';
import { t } from '../t.ts';

/** Undefined if the report is not a command's history. */
export function commandOfReport(report: string): Command | undefined {
  return commandList.find(({ variants }) => variants.some((variant) => variant.report === report));
}

/** What Home has counted. */
export function troubleText({ trouble, report }: DeviceFilter): string {
  const command = commandOfReport(report);
  const title = command ? commandTitle(command, null) : t('A command');
  switch (trouble) {
    case 'failed':
      return t('{title} failed on these devices in the last 24 hours.', { title });
    case 'unanswered':
      return t('{title} was sent to these devices more than an hour ago, and they have not answered.', { title });
    case 'expired':
      return t('{title} could not be sent to these devices in time.', { title });
    case 'unknown':
      return t('{title} may have been sent to these devices; there is no way to tell.', { title });
    default:
      return '';
  }
}
