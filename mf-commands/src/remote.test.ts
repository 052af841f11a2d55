import { commandList } from '@device-console/shared-lib/contract';
import { expectValidRemote } from '@device-console/shared-lib/testing';
import { remote } from './remote.ts';

it("mf-commands is a valid remote, and every screen's code loads", async () => {
  await expect(expectValidRemote(remote)).resolves.toBeUndefined();
});

it('D17 F1 declares every command of the table as its row says, the single batches, and the list of batches', () => {
  const rows = commandList.flatMap(({ id, screen, title, icon, more, batchScreen }) => [
    { id, path: screen, title, icon, more },
    ...(batchScreen === undefined
      ? []
      : [{ id: `${id}-batch`, path: batchScreen, title: `${title} (batch)`, icon, more: undefined }]),
  ]);
  expect(remote.screens.map(({ id, path, title, icon, more }) => ({ id, path, title, icon, more }))).toEqual([
    ...rows,
    expect.objectContaining({ id: 'batches' }),
  ]);
});

it("every command is offered on a device's row, in one order, and opens its own screen", () => {
  expect(remote.contributions?.deviceActions).toEqual(
    commandList.map(({ id, title }, index) => ({ id, title, screen: id, order: 100 + index })),
  );
});
