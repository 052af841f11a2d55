import { formatCount, type DecidedCommands } from '@device-console/shared-lib/console';
import { t } from '../t.ts';

/** What is said of a decision. */
export function decisionText({ done, notDone, reasons }: DecidedCommands): string {
  return [
    t('{count, plural, =0 {Nothing was} one {{count} command was} other {{count} commands were}} changed.', {
      count: formatCount(done),
    }),
    notDone > 0
      ? t('{count, plural, one {{count} was} other {{count} were}} left as they are: {why}', {
          count: formatCount(notDone),
          why: reasons.join(' '),
        })
      : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
}
