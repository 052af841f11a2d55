import { commandList, type Command } from '@device-console/shared-lib/contract';
import { expectValidRemote } from '@device-console/shared-lib/testing';
import { remote } from './remote.ts';

const rows = commandList.map((command) => [command.id, command] as const);

function screenOf({ id }: Command) {
  const screen = remote.screens.find((candidate) => candidate.id === id);
  if (!screen) throw new Error(`The remote declares no screen "${id}".`);
  return screen;
}

describe('the declaration of mf-commands', () => {
  it("is a valid remote, and every screen's code loads", async () => {
    await expect(expectValidRemote(remote)).resolves.toBeUndefined();
  });

  it('D17 declares every command of the table, the addresses of single batches, and the list of batches', () => {
    const ids = commandList.flatMap(({ id, batchScreen }) => (batchScreen === undefined ? [id] : [id, `${id}-batch`]));
    expect(remote.screens.map(({ id }) => id)).toEqual([...ids, 'batches']);
  });

  it.each(rows)('N1 N2 N3 N5 F1 %s has the address, permission, drawing and entry of its row', (_id, command) => {
    const { path, title, permission, roles, audiences, icon, nav, more } = screenOf(command);
    expect({ path, title, permission, roles, audiences, icon, nav, more }).toEqual({
      path: command.screen,
      title: command.title,
      permission: command.permission,
      roles: command.roles,
      audiences: command.audiences,
      icon: command.icon,
      nav: command.nav && { ...command.nav, group: 'commands' },
      more: command.more,
    });
  });

  it.each(
    commandList.flatMap((command) =>
      command.batchScreen === undefined ? [] : [[command.id, command, command.batchScreen] as const],
    ),
  )(
    'N3 the batch of %s has an address of its own, with the access of the command and without a sidebar entry',
    (id, command, path) => {
      const screen = remote.screens.find((candidate) => candidate.id === `${id}-batch`);
      const { permission, roles, audiences } = command;
      expect(screen).toMatchObject({ path, permission, audiences });
      expect([screen?.roles, screen?.nav, screen?.more]).toEqual([roles, undefined, undefined]);
    },
  );

  it.each(rows)("%s is offered on a device's row and opens its own screen", (id, { title }) => {
    expect(remote.contributions?.deviceActions?.filter(({ screen }) => screen === id)).toEqual([
      expect.objectContaining({ id, title, screen: id }),
    ]);
  });

  it('the offered actions stand in one order', () => {
    const orders = remote.contributions?.deviceActions?.map(({ order }) => order) ?? [];
    expect(new Set(orders).size).toBe(commandList.length);
    expect(orders).toEqual(orders.toSorted((left, right) => left - right));
  });
});
