import { commandList } from '@device-console/shared-lib/contract';
import { ALL_DEVICES } from '../store/commands.ts';
import { namedNumbers } from './named-numbers.ts';

const names = [ALL_DEVICES, 'any', ...commandList.map(({ id }) => id)];

/** Which commands wait, as `ALL=1, release=1, any=1000`; what the list does not name waits for nobody. */
export const fourEyesPolicy = namedNumbers<string>({
  standard: {},
  least: Object.fromEntries(names.map((name) => [name, 1])),
  most: 1_000_000,
  unit: 'devices',
});
