import { screen, within } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { csvFile, openBatch } from '../testing/open-batch.tsx';

const imeis = Array.from({ length: 7 }, (_, index) => `00490154203237${index}`);

function figures() {
  const card = within(screen.getByRole('region', { name: 'What will be sent' }));
  return (term: string) => card.getByText(term).nextElementSibling?.textContent;
}

it('B4 D13 D14 a list of devices counts what is sent, wrong and repeated, and shows its first IMEIs', async () => {
  const { api, choose } = await openBatch(commandById('lock'));
  await choose(csvFile([...imeis, '123', imeis[0] ?? '', imeis[1] ?? '']));
  const figure = figures();
  expect(figure('Devices to be commanded')).toBe('7');
  expect(figure('Wrong rows, left out')).toBe('1');
  expect(figure('Repeated rows, left out')).toBe('2');
  expect(figure('First IMEIs')).toBe(imeis.slice(0, 5).join(' '));
  expect(api.requests).toEqual([]);
});

it('B4 D14 a file without a fault says so, and shows all of fewer than five IMEIs', async () => {
  const { choose } = await openBatch(commandById('lock'));
  await choose(csvFile(imeis.slice(0, 2)));
  const figure = figures();
  expect([
    figure('Devices to be commanded'),
    figure('Wrong rows, left out'),
    figure('Repeated rows, left out'),
  ]).toEqual(['2', '0', '0']);
  expect(figure('First IMEIs')).toBe(imeis.slice(0, 2).join(' '));
});

it('B4 D13a D14 a file of notifications counts messages, and repeated rows as soon as they are left out', async () => {
  const { choose, user } = await openBatch(commandById('notify'));
  const again = `Asha,${imeis[0]},1250,05/12/2026,Pre`;
  const rows = [`1,${again}`, `2,Ravi,${imeis[1]},10,01/02/2026,Post`, `3,${again}`, '4,Ravi,12,10,01/02/2026,Post'];
  await choose(
    new File([['sno,name,imei1,amount,date,template', ...rows].join('\n')], 'dues.csv', { type: 'text/csv' }),
  );
  const figure = figures();
  const counts = () => ['Messages to be sent', 'Wrong rows, left out', 'Repeated rows, left out'].map(figure);
  expect(counts()).toEqual(['3', '1', '0']);
  expect(figure('First IMEIs')).toBe([imeis[0], imeis[1], imeis[0]].join(' '));
  await user.click(screen.getByRole('checkbox', { name: /^Leave out rows/ }));
  expect(counts()).toEqual(['2', '1', '1']);
  expect(figure('First IMEIs')).toBe([imeis[0], imeis[1]].join(' '));
});
