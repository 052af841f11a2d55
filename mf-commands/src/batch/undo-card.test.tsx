import { screen, waitFor, within } from '@testing-library/react';
import { commandById, commandList } from '@device-console/shared-lib/contract';
import { batchCard, csvFile, openBatch, startButton } from '../testing/open-batch.tsx';

const FOUND = '490154203237511';
const ALSO_FOUND = '004999010640003';
const NOT_FOUND = '490154203237518';
const imeis = [FOUND, NOT_FOUND, ALSO_FOUND];
const undoCard = () => screen.queryByRole('region', { name: 'Undo' });
/** A command whose inverse has a choice, and one whose has none. Which undoes which is a row of the command table. */
const pairs = [
  ...new Map(
    commandList.flatMap((command) => {
      if (command.inverse === undefined) return [];
      const undo = commandById(command.inverse);
      return [[Boolean(undo.variants[0].choice), [command.id, command, undo] as const] as const];
    }),
  ).values(),
];
const lock = commandById('lock');
const unlock = commandById('unlock');

describe.each(pairs)('after a batch of %s', (_id, command, undo) => {
  it(`offers ${undo.title} for the found devices alone, on its own screen, started like any batch`, async () => {
    const { address, api, run, start, user } = await openBatch(command);
    await run(csvFile(imeis));
    await user.click(within(undoCard() ?? document.body).getByRole('button', { name: `Prepare ${undo.title}` }));
    expect(await screen.findByText(/devices_undo\.csv$/)).toBeInTheDocument();
    const card = within(await batchCard());
    expect(address()).toBe(`/${undo.screen}`);
    expect(api.requestsOf('getImeiDetails').map(({ body }) => body['action'])).not.toContain(undo.variants[0].action);
    const [{ choice }] = undo.variants;
    if (choice) {
      expect(startButton()).toBeDisabled();
      await user.selectOptions(card.getByRole('combobox'), choice.value);
    }
    await start();
    await screen.findByText('The batch is complete.');
    const sent = api.requestsOf('getImeiDetails').filter(({ body }) => body['action'] === undo.variants[0].action);
    expect(sent.map(({ body }) => body['imei'])).toEqual([FOUND, ALSO_FOUND]);
  });
});

describe('the offer to undo', () => {
  it("N5 is not made to an operator without the inverse command's permission", async () => {
    const { run } = await openBatch(lock, { session: { userlevel: 'USER', permissions: [lock.title] } });
    await run(csvFile(imeis));
    expect(undoCard()).not.toBeInTheDocument();
  });

  it('N5 is made to one who has both permissions', async () => {
    const { run } = await openBatch(lock, { session: { userlevel: 'USER', permissions: [lock.title, unlock.title] } });
    await run(csvFile(imeis));
    expect(undoCard()).toBeInTheDocument();
  });

  it('is not made before the batch is complete', async () => {
    const { choose } = await openBatch(lock);
    expect(undoCard()).not.toBeInTheDocument();
    await choose(csvFile(imeis));
    expect(undoCard()).not.toBeInTheDocument();
  });

  it('is not made when no device was found', async () => {
    const { run } = await openBatch(lock);
    await run(csvFile([NOT_FOUND]));
    expect(undoCard()).not.toBeInTheDocument();
  });

  it("takes no place from a batch that stands on the inverse command's screen", async () => {
    const { address, run, start, user } = await openBatch(lock);
    await run(csvFile(imeis));
    await user.click(screen.getByRole('button', { name: 'Prepare Unlock Device' }));
    await screen.findByRole('heading', { name: 'Unlock Device', level: 1 });
    await waitFor(() => expect(startButton()).toBeEnabled());
    await start();
    await screen.findByText('The batch is complete.');
    await user.click(screen.getByRole('button', { name: 'Prepare Lock Device' }));
    expect(await screen.findByText(/The screen of Lock Device still shows another batch or file/)).toBeInTheDocument();
    expect(address()).toBe('/unlockDevice');
    await user.click(screen.getByRole('link', { name: 'Open Lock Device' }));
    expect(await screen.findByText('The batch is complete.')).toBeInTheDocument();
    expect(address()).toBe('/lockDevice');
  });
});

it('of a command that cannot be undone nothing is offered', async () => {
  const { run } = await openBatch(commandById('release'));
  await run(csvFile(imeis));
  expect(undoCard()).not.toBeInTheDocument();
});
