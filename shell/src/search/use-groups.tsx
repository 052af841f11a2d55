import { imeisIn, type ImeisInText } from '@device-console/shared-lib/contract';
import { useDeviceActions, useSession } from '@device-console/shared-lib/console';
import { Imei } from '@device-console/shared-lib/ui';
import type { BatchHolder } from '../batches/batch-holder.ts';
import type { ScreenRoute } from '../navigation/screen-routes.ts';
import { useBatchGroup } from './batch-choices.ts';
import { knownWords, matching, type ChoiceGroup } from './choices.ts';
import { aboutGroup, commandGroup, type ChosenCommand } from './device-choices.ts';
import { openableOf, screenGroups } from './screen-choices.ts';
import { useSeveralGroup, type ListFile } from './several-choices.ts';
import { likelyFor, type FoundDevice } from './use-found-device.ts';
import { t } from '../t.ts';

export interface Typed extends ImeisInText {
  readonly words: string;
}

/**
 * Splits a text: digits next to an IMEI are its own groups or a list's numbering, not words to search for. Beside a
 * file it holds words only.
 */
export function typedIn(text: string, file: File | null): Typed {
  const found = imeisIn(file ? '' : text);
  return { ...found, words: found.imeis.length > 0 ? text.replace(/[\d\p{P}\p{S}]+/gu, ' ') : text };
}

interface GroupsOptions {
  readonly routes: readonly ScreenRoute[];
  readonly batches: BatchHolder;
  /** A file for a batch; the words then choose among its commands. */
  readonly file: File | null;
  readonly typed: Typed;
  readonly device: FoundDevice;
  readonly recent: readonly string[];
  readonly send: (chosen: ChosenCommand) => void;
  readonly show: (imei: string) => void;
  readonly write: ListFile['write'];
  readonly leave: (then: () => void) => void;
  readonly open: (address: string) => void;
}

export function useGroups(options: GroupsOptions): readonly ChoiceGroup[] {
  const { routes, batches, file, typed, device, recent, leave, open, send } = options;
  const session = useSession();
  const actions = useDeviceActions();
  const openable = openableOf(session, routes);
  const several = useSeveralGroup(typed, file, openable, options.write, leave);
  const runs = useBatchGroup(batches, open);
  const [imei] = typed.imeis;
  if (file || typed.imeis.length > 1) return matching([several], knownWords([several], typed.words));
  if (imei !== undefined) {
    if (device.status === 'loading') return [];
    const row = device.status === 'found' ? { ...device.devices[0] } : {};
    const suiting = actions.filter(({ suits }) => suits(row));
    const one = { imei, openable, actions: suiting, open, send, likely: likelyFor(device) };
    const groups = device.status === 'missing' ? [aboutGroup(one)] : [commandGroup(one), aboutGroup(one)];
    return matching(groups, knownWords(groups, typed.words));
  }
  const screens = screenGroups(openable, session, open);
  const devices = recentGroup(recent, options.show);
  const isEmpty = typed.words.trim() === '';
  return matching(isEmpty ? [devices, runs, ...screens] : [devices, ...screens, runs], typed.words);
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
