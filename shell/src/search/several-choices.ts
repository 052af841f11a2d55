import { copyCall } from '@device-console/shared-lib/contract';
import { formatCount, useBatchHandover, useConsole } from '@device-console/shared-lib/console';
import type { ChoiceGroup } from './choices.ts';
import { wordsOfCommand, type Openable } from './screen-choices.ts';
import { messages } from './search-messages.ts';
import { t } from '../t.ts';

/** The commands whose batch takes a list of IMEIs: choosing one opens its screen with the list as a CSV file (B1). */
export function useSeveralGroup(
  imeis: readonly string[],
  { commands }: Openable,
  leave: (then: () => void) => void,
): ChoiceGroup {
  const { api } = useConsole();
  const { handOver } = useBatchHandover();
  const count = formatCount(imeis.length);
  const offered = commands.filter(
    ({ command: { batch } }) => batch?.file === 'imei' && api.offers(copyCall(batch.copyPath)),
  );
  return {
    id: 'several',
    title: messages.groups.toSeveral(count),
    choices: offered.map(({ command }) => ({
      id: `batch ${command.id}`,
      title: t.known(command.title),
      words: wordsOfCommand(command),
      icon: command.icon,
      onChoose: () => {
        void import('@device-console/shared-lib/csv').then(({ imeiListFile }) =>
          leave(() => handOver(command.id, imeiListFile(imeis, messages.listFile(count)))),
        );
      },
    })),
  };
}
