import {
  type BatchRunRow,
  calls,
  type Command,
  commandByAction,
  commandById,
  type CommandId,
  copyCall,
  imeisIn,
  isRounded,
  type ImeisInText,
} from '@device-console/shared-lib/contract';
import {
  formatCount,
  formatTime,
  useAddresses,
  useAnswer,
  useBatchHandover,
  useConsole,
  useDeviceActions,
  useIsOffered,
  useQuery,
  useSession,
} from '@device-console/shared-lib/console';
import type { SimilarDevices } from '@device-console/shared-lib/records';
import { Imei } from '@device-console/shared-lib/ui';
import { deviceStateTitles, isDeviceState } from '@device-console/shared-lib/ui/timeline';
import type { ActiveBatch, UnfinishedBatch } from '@device-console/shared-lib/batch';
import { type BatchHolder, useOwnBatches, useUnfinished } from '../batches/use-batches.ts';
import type { ScreenRoute } from '../navigation/screen-routes.ts';
import {
  aboutGroup,
  type Choice,
  type ChoiceGroup,
  type ChosenCommand,
  commandGroup,
  knownWords,
  matching,
  type Openable,
  openableOf,
  screenGroups,
  wordsOfCommand,
} from './choices.ts';
import { type FoundDevice, likelyFor } from './device-result.tsx';
import { t } from '../t.ts';

export interface Typed extends ImeisInText {
  readonly words: string;
}

/** Without whatever holds digits, such as 3.56E+14, a mistyped IMEI or a list's numbering. */
const wordsBeside = (rest: string): string =>
  rest
    .split(/[\s,;|]+/)
    .filter((part) => !/\d/.test(part))
    .join(' ')
    .replace(/[\p{P}\p{S}]+/gu, ' ');

/**
 * Splits a text: digits next to an IMEI are its own groups or a list's numbering, not words to search for. Beside a
 * file it holds words only.
 */
export function typedIn(text: string, file: File | null): Typed {
  const found = imeisIn(file ? '' : text);
  const isForDevices = found.imeis.length > 0 || found.unused.some(isRounded);
  return { ...found, words: isForDevices ? wordsBeside(found.rest) : text };
}

interface GroupsOptions {
  readonly routes: readonly ScreenRoute[];
  readonly batches: BatchHolder;
  /** A file for a batch; the words then choose among its commands. */
  readonly file: File | null;
  readonly typed: Typed;
  readonly device: FoundDevice;
  readonly similar: SimilarDevices;
  readonly recent: readonly string[];
  readonly send: (chosen: ChosenCommand) => void;
  readonly show: (imei: string) => void;
  readonly write: WriteList;
  readonly leave: (then: () => void) => void;
  readonly open: (address: string) => void;
}

export function useGroups(options: GroupsOptions): readonly ChoiceGroup[] {
  const { routes, batches, file, typed, device, similar, recent, leave, open, send } = options;
  const session = useSession();
  const actions = useDeviceActions();
  const openable = openableOf(session, routes, useIsOffered());
  const several = useSeveralGroup(typed, file, openable, options.write, leave);
  const runs = useBatchGroup(batches, open);
  const [imei] = typed.imeis;
  if (file || typed.imeis.length > 1) return matching([several], knownWords([several], typed.words));
  if (imei !== undefined) {
    if (device.status === 'loading') return [];
    const row = device.status === 'found' ? { ...device.devices[0] } : {};
    const suiting = actions.filter(({ suits }) => suits(row));
    const one = { imei, openable, actions: suiting, open, send, likely: likelyFor(device) };
    if (device.status === 'missing') return [...similarGroups(similar, options.show), aboutGroup(one)];
    const groups = [commandGroup(one), aboutGroup(one)];
    return matching(groups, knownWords(groups, typed.words));
  }
  const screens = screenGroups(openable, session, open);
  const devices = recentGroup(recent, options.show);
  const isEmpty = typed.words.trim() === '';
  return [
    ...similarGroups(similar, options.show),
    ...matching(isEmpty ? [devices, runs, ...screens] : [devices, ...screens, runs], typed.words),
  ];
}

/** Devices that some digits may mean (D40f). Choosing one shows it. */
function similarGroups({ kind, devices, hasMore }: SimilarDevices, show: (imei: string) => void): ChoiceGroup[] {
  if (devices.length === 0) return [];
  const title =
    kind === 'near'
      ? t('Registered, and one digit or two neighbours away')
      : hasMore
        ? t('The first devices with these digits')
        : t('Devices with these digits');
  const choices = devices.map(({ imei1, brand, model, state }) => ({
    id: `similar ${imei1}`,
    title: imei1,
    label: <Imei imei={imei1} />,
    detail: [`${brand} ${model}`.trim(), isDeviceState(state) ? deviceStateTitles[state] : state]
      .filter(Boolean)
      .join(' · '),
    icon: 'device',
    onChoose: () => show(imei1),
  }));
  return [{ id: 'similar', title, choices }];
}

function recentGroup(imeis: readonly string[], show: (imei: string) => void): ChoiceGroup {
  return {
    id: 'recent',
    title: t('Recent devices'),
    choices: imeis.map((imei) => ({
      id: `recent ${imei}`,
      title: imei,
      label: <Imei imei={imei} />,
      icon: 'device',
      onChoose: () => show(imei),
    })),
  };
}

const SHOWN = 5;

interface Known {
  readonly batchId: string;
  readonly command: Command;
  readonly file: string;
  readonly detail: string;
}

/**
 * This operator's batches: those under way in this tab, the unfinished ones in this browser, then the newest from the
 * server, if it lists them (D16, D17, D40). Choosing one opens its command's screen and sends nothing.
 */
function useBatchGroup(batches: BatchHolder, open: (address: string) => void): ChoiceGroup {
  const { api } = useConsole();
  const { to } = useAddresses();
  const active = useOwnBatches(batches);
  // On failure the search leaves them out; Home and the list of batches say why.
  const { state: unfinished } = useUnfinished(0, active.length > 0);
  const { state: runs } = useAnswer(calls.batchRuns, api.offers(calls.batchRuns) ? {} : null);
  const known = [
    ...active.map(ofActive),
    ...(unfinished.last ?? []).map(ofUnfinished),
    ...(runs.last?.items.slice(0, SHOWN) ?? []).flatMap((run) => ofRun(run) ?? []),
  ];
  const first = known.filter(({ batchId }, place) => known.findIndex((one) => one.batchId === batchId) === place);
  return {
    id: 'batches',
    title: t('Batches'),
    choices: first.map(({ batchId, command: { title, screen }, file, detail }): Choice => ({
      id: `batch ${batchId}`,
      title: file,
      detail,
      words: `${title} ${t.known(title)}`,
      icon: 'batch',
      onChoose: () => open(to(screen)),
    })),
  };
}

function ofActive({ command: id, state: { status, batch } }: ActiveBatch): Known {
  const command = commandById(id);
  const { done, valid } = batch.summary;
  const values = { command: t.known(command.title), done: formatCount(done), of: formatCount(valid) };
  const detail =
    status === 'paused' ? t('{command}, {done} of {of}, paused', values) : t('{command}, {done} of {of}', values);
  return { batchId: batch.batchId, command, file: batch.fileName, detail };
}

function ofUnfinished({ header, progress }: UnfinishedBatch): Known {
  const command = commandById(header.command);
  const detail = t('{command}, {done} of {of}, unfinished', {
    command: t.known(command.title),
    done: formatCount(progress.next),
    of: formatCount(header.totals.valid),
  });
  return { batchId: header.batchId, command, file: header.fileName, detail };
}

/** Null for a command that this console does not know. */
function ofRun(run: BatchRunRow): Known | null {
  const command = commandByAction(run.action)?.command;
  if (!command) return null;
  const values = { command: t.known(command.title), started: formatTime(run.startedAt) };
  const detail =
    run.isComplete === 'complete'
      ? t('{command}, complete, started {started}', values)
      : t('{command}, not complete, started {started}', values);
  return { batchId: run.batchId, command, file: run.oldfile || run.file, detail };
}

/** The search is available before the remotes' code with its list of parts. */
export const csvCode = { load: () => import(/* webpackChunkName: "part-csv" */ '@device-console/shared-lib/csv') };

type Csv = Awaited<ReturnType<typeof csvCode.load>>;

/** Continues once that code is loaded, unless the search was closed or its text changed. */
async function withCsv(goOn: (csv: Csv) => void, signal: AbortSignal): Promise<void> {
  const csv = await csvCode.load();
  if (!signal.aborted) goOn(csv);
}

type WriteList = (goOn: (csv: Csv) => void) => void;

/** Loads the code that writes a file on demand, and reports a failure. `forget`: the list is no longer needed. */
export function useListFile() {
  const { state, ask, reset } = useQuery(withCsv);
  return { hasFailed: state.status === 'failed', write: ask, forget: reset };
}

/**
 * The commands whose batch takes a file, or a list of IMEIs. Choosing one opens its screen with the file, or with the
 * list as a CSV file (B1), including text that is not an IMEI: the screen lists it among the wrong rows.
 */
function useSeveralGroup(
  { imeis, unused }: ImeisInText,
  file: File | null,
  { commands }: Openable,
  write: WriteList,
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
