import { commandList, type Command } from '@device-console/shared-lib/contract';
import { t } from '../t.ts';

/** One address of a command: its whole screen, or only its batch (N1 to N3). */
export interface CommandScreen {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly command: Command;
  readonly shows: 'everything' | 'batch';
}

function screensOf(command: Command): readonly CommandScreen[] {
  const { id, screen, title, batchScreen } = command;
  const whole: CommandScreen = { id, path: screen, title, command, shows: 'everything' };
  if (batchScreen === undefined) return [whole];
  return [
    whole,
    { id: `${id}-batch`, path: batchScreen, title: t('{title} (batch)', { title }), command, shows: 'batch' },
  ];
}

export const commandScreens: readonly CommandScreen[] = commandList.flatMap(screensOf);

/** Throws for an unknown id, a bug of the host. */
export function commandScreenById(id: string): CommandScreen {
  const found = commandScreens.find((screen) => screen.id === id);
  if (!found) throw new Error(`There is no screen "${id}" among those of the command table.`);
  return found;
}
