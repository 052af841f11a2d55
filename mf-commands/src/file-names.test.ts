import { readdirSync } from 'node:fs';
import { commandList } from '@device-console/shared-lib/contract';

/** The words of a name: the same for `gradeDisableApp`, `grade-disable-app.tsx` and `GradeDisableApp`. */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
  return ` ${words.join(' ')} `;
}

/** Every name of a command in the table; names of several words also written as one. */
const commandNames = new Set(
  commandList
    .flatMap(({ id, screen, title, variants }) => [id, screen, title, ...variants.map(({ action }) => action)])
    .flatMap((name) => [wordsOf(name), ` ${name.replace(/\s/g, '').toLowerCase()} `]),
);

function namedAfterCommands(names: readonly string[]): readonly string[] {
  return names.filter((name) => [...commandNames].some((command) => wordsOf(name).includes(command)));
}

it('no file is named after a command: what differs between two commands stands in the table', () => {
  const names = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
  expect(names.length).toBeGreaterThan(30);
  expect(namedAfterCommands(names)).toEqual([]);
  const wrong = ['lock-screen.tsx', 'unlockDevice.tsx', 'command/set-wallpaper-card.tsx', 'reboot.ts', 'blockapp.tsx'];
  expect(namedAfterCommands([...wrong, 'batch/clock.ts', 'command/level-card.tsx'])).toEqual(wrong);
});
