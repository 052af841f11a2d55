import { commandList, type Command } from '@device-console/shared-lib/contract';
import { expectValidRemote } from '@device-console/shared-lib/testing';
import { isSupported } from './command/is-supported.ts';
import { remote } from './remote.ts';

const supported = commandList.filter(isSupported);
const rows = supported.map((command) => [command.id, command] as const);

function screenOf({ id }: Command) {
  const screen = remote.screens.find((candidate) => candidate.id === id);
  if (!screen) throw new Error(`The remote declares no screen "${id}".`);
  return screen;
}

describe('the declaration of mf-commands', () => {
  it('N5 is a valid remote, and every screen\'s code loads', async () => {
    await expect(expectValidRemote(remote)).resolves.toBeUndefined();
  });

  it('C9 declares the supported commands and nothing else', () => {
    expect(remote.screens.map(({ id }) => id)).toEqual(supported.map(({ id }) => id));
  });

  it.each(rows)('N1 N2 N3 N5 %s has the address, permission and sidebar entry of its row', (_id, command) => {
    const { path, title, permission, roles, audiences, nav } = screenOf(command);
    expect({ path, title, permission, roles, audiences, nav }).toEqual({
      path: command.screen, title: command.title, permission: command.title, roles: undefined, audiences: ['standard', 'superadmin'], nav: command.nav,
    });
  });

  it.each(rows)('C1 %s is offered on a device\'s row and opens its own screen', (id, { title }) => {
    expect(remote.contributions?.deviceActions?.filter(({ screen }) => screen === id)).toEqual([expect.objectContaining({ id, title, screen: id })]);
  });

  it('N5 the offered actions stand in one order', () => {
    const orders = remote.contributions?.deviceActions?.map(({ order }) => order) ?? [];
    expect(new Set(orders).size).toBe(supported.length);
    expect(orders).toEqual(orders.toSorted((left, right) => left - right));
  });
});
