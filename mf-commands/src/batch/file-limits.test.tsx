import '../testing/few-rows.ts';
import { screen } from '@testing-library/react';
import { commandById, limits } from '@device-console/shared-lib/contract';
import { csvFile, openBatch, startButton } from '../testing/open-batch.tsx';

const lock = commandById('lock');
const FIRST_IMEI = 356_938_035_000_000;
const TOO_MANY = csvFile(Array.from({ length: limits.batchRows + 1 }, (_, index) => String(FIRST_IMEI + index)));

describe('a file of more rows than a batch takes', () => {
  it('D17 is refused when it is chosen, and nothing can be started', async () => {
    const { api, choose } = await openBatch(lock);
    await choose(TOO_MANY);
    expect(screen.getByText('The file has 1,001 valid rows; a batch takes at most 1,000.')).toBeInTheDocument();
    expect(screen.getByText('Split it, then choose each part.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /devices$/ })).not.toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  it('D1a is taken for an existing back end, which states no limit', async () => {
    const { choose } = await openBatch(lock, { config: { backend: 'legacy' } });
    await choose(TOO_MANY);
    expect(startButton()).toBeInTheDocument();
  });
});
