import { copyCall } from '@device-console/shared-lib/contract';
import { formatCount, useBatchHandover, useConsole } from '@device-console/shared-lib/console';
import type { ChoiceGroup } from './choices.ts';
import type { Openable } from './screen-choices.ts';
import { messages } from './search-messages.ts';

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
    choices: offered.map(({ command: { id, title, icon, heading: words } }) => ({
      id: `batch ${id}`,
      title,
      words,
      icon,
      onChoose: () => {
        void import('@device-console/shared-lib/csv').then(({ imeiListFile }) =>
          leave(() => handOver(id, imeiListFile(imeis, messages.listFile(count)))),
        );
      },
    })),
  };
}
