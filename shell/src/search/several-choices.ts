import { copyCall, type CommandId, type ImeisInText } from '@device-console/shared-lib/contract';
import { formatCount, useBatchHandover, useConsole, useQuery } from '@device-console/shared-lib/console';
import type { ChoiceGroup } from './choices.ts';
import { wordsOfCommand, type Openable } from './screen-choices.ts';
import { t } from '../t.ts';
/** The search is available before the remotes' code with its list of parts. */
export const csvCode = { load: () => import(/* webpackChunkName: "part-csv" */ '@device-console/shared-lib/csv') };

type Csv = Awaited<ReturnType<typeof csvCode.load>>;

/** Continues once that code is loaded, unless the search was closed or its text changed. */
async function withCsv(goOn: (csv: Csv) => void, signal: AbortSignal): Promise<void> {
  const csv = await csvCode.load();
  if (!signal.aborted) goOn(csv);
}

export interface ListFile {
  readonly hasFailed: boolean;
  readonly write: (goOn: (csv: Csv) => void) => void;
  /** Aborts: the list is no longer needed. */
  readonly forget: () => void;
}

/** Loads the code that writes a file on demand, and reports a failure. */
export function useListFile(): ListFile {
  const { state, ask, reset } = useQuery(withCsv);
  return { hasFailed: state.status === 'failed', write: ask, forget: reset };
}

/**
 * The commands whose batch takes a file, or a list of IMEIs. Choosing one opens its screen with the file, or with the
 * list as a CSV file (B1), including text that is not an IMEI: the screen lists it among the wrong rows.
 */
export function useSeveralGroup(
  { imeis, unused }: ImeisInText,
  file: File | null,
  { commands }: Openable,
  write: ListFile['write'],
  leave: (then: () => void) => void,
): ChoiceGroup {
  const { api } = useConsole();
  const { handOver } = useBatchHandover();
  const count = formatCount(imeis.length);
  const offered = commands.filter(
    ({ command: { batch } }) =>
      batch !== null && (file !== null || batch.file === 'imei') && api.offers(copyCall(batch.copyPath)),
  );
  const begin = (id: CommandId, given: File): void => leave(() => handOver(id, given));
  return {
    id: 'several',
    title: file ? t('Commands') : t('Make a batch of {count} IMEIs', { count }),
    choices: offered.map(({ command }) => ({
      id: `batch ${command.id}`,
      title: t.known(command.title),
      words: wordsOfCommand(command),
      icon: command.icon,
      onChoose: () =>
        file
          ? begin(command.id, file)
          : write(({ imeiListFile }) =>
              begin(command.id, imeiListFile([...imeis, ...unused], t('{count} pasted IMEIs.csv', { count }))),
            ),
    })),
  };
}
