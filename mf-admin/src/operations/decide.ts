import { formatCount, type DecidedCommands } from '@device-console/shared-lib/console';
import { operationsMessages as texts } from './operations-messages.ts';

/** What is said of a decision. */
export function decisionText({ done, notDone, reasons }: DecidedCommands): string {
  return [texts.done(formatCount(done)), notDone > 0 ? texts.notDoneOf(formatCount(notDone), reasons.join(' ')) : '']
    .filter((text) => text !== '')
    .join(' ');
}
