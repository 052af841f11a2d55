import { screen } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { Link } from '@device-console/shared-lib/router';
import { heldAnswers } from '../testing/held-answers.ts';
import { csvFile, openBatch } from '../testing/open-batch.tsx';

const lock = commandById('lock');
const unlock = commandById('unlock');
const imeis = ['490154203237511', '004999010640003'];

it('D16a beside a batch under way, another one may wait for its turn; it says so, and begins by itself', async () => {
  const held = heldAnswers('found');
  const { api, choose, start, user } = await openBatch(lock, {
    handlers: { getImeiDetails: held.call },
    beside: <Link to={`/${unlock.screen}`}>To the other</Link>,
  });
  await choose(csvFile(imeis));
  expect(screen.queryByRole('checkbox', { name: /under way/ })).not.toBeInTheDocument();
  await start();
  await screen.findByRole('button', { name: 'Pause' });
  await user.click(screen.getByText('To the other'));
  await screen.findByRole('heading', { name: unlock.title });
  // The card looks for an unfinished batch first.
  await screen.findByLabelText('CSV file');
  await choose(csvFile(imeis));
  const actions = () => api.requestsOf('getImeiDetails').map(({ body }) => body['action']);
  await user.click(screen.getByRole('checkbox', { name: `Begin when the batches under way are over: ${lock.title}` }));
  await start();
  expect(await screen.findByText(/^This batch waits for those before it/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Start now' })).toBeInTheDocument();
  expect(actions()).not.toContain('unlock');
  for (let answered = 0; answered < 2 * imeis.length; answered += 1) await held.answer();
  await screen.findByText('The batch is complete.');
  expect(actions()).toEqual(['lock', 'lock', 'unlock', 'unlock']);
});
