import { screen } from '@testing-library/react';
import { commandById, commandList } from '@device-console/shared-lib/contract';
import { batchCard, openBatch } from '../testing/open-batch.tsx';
import { commandScreenById } from './command-screens.ts';

describe.each(commandList.map((command) => [command.id, command] as const))('the screen of %s', (_id, command) => {
  it('C1 C3 C4 C5 T1 has its title, its single card, and a batch card where the row has a batch', async () => {
    await openBatch(command);
    expect(screen.getByRole('heading', { level: 1, name: command.heading ?? command.title })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: command.cardTitle ?? 'One device' })).toBeInTheDocument();
    if (command.batch) expect(await batchCard()).toBeInTheDocument();
    else expect(screen.queryByRole('region', { name: 'Many devices (CSV)' })).not.toBeInTheDocument();
  });
});

describe.each(
  commandList.flatMap((command) =>
    command.batchScreen === undefined ? [] : [[command.batchScreen, command] as const],
  ),
)('the address /%s', (path, command) => {
  it('N3 shows the batch card of its command and nothing else', async () => {
    await openBatch(command, { address: `/${path}` });
    expect(screen.getByRole('heading', { level: 1, name: command.title })).toBeInTheDocument();
    expect(await batchCard()).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'One device' })).not.toBeInTheDocument();
  });
});

it('C4 D20 the screen of Disable App is headed Graded Disable App, and its permission stays Disable App', async () => {
  await openBatch(commandById('disableApp'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Graded Disable App$/);
  expect(commandById('disableApp').permission).toBe('Disable App');
});

describe('in front of a back end that knows only the specification', () => {
  const command = commandById('deviceAction');

  it('D1a D6 Device Action has no batch card: there is no call that takes its copy', async () => {
    await openBatch(command, { config: { backend: 'legacy' } });
    expect(screen.getByRole('region', { name: 'One device' })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Many devices (CSV)' })).not.toBeInTheDocument();
  });

  it('D1a D6 it has one when config.json names the path of that call', async () => {
    const calls = { 'bulkDeviceActionCopy.php': 'copies/action.php' };
    await openBatch(command, {
      config: { backend: 'legacy', names: { calls, actions: {}, reports: {}, permissions: {}, folders: {} } },
    });
    expect(await batchCard()).toBeInTheDocument();
  });
});

it('a screen that there is not is named', () => {
  expect(() => commandScreenById('reboot')).toThrow('There is no screen "reboot" among those of the command table.');
});
