import { commandList } from '@device-console/shared-lib/contract';
import { isLineIconName } from '@device-console/shared-lib/ui/icons';

it('F1 the drawing that the command table names is one that the console has', () => {
  expect(commandList.filter(({ icon }) => !isLineIconName(icon)).map(({ id, icon }) => [id, icon])).toEqual([]);
});
