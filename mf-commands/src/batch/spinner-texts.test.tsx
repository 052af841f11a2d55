import { screen, waitFor } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { heldAnswers } from '../testing/held-answers.ts';
import { csvFile, openBatch } from '../testing/open-batch.tsx';

const EVALUATING = 'Please wait while we evaluate this batch. You are requested not to refresh/reload/or navigate';
const EXECUTING = 'Please Wait while we are executing this batch';

it(
  'B8 says that the batch is evaluated until its first device, then that it is executed, and neither at the ' + 'end',
  async () => {
    const [copy, list, device] = [heldAnswers('done'), heldAnswers('done'), heldAnswers('found')];
    const { api, choose, start } = await openBatch(commandById('lock'), {
      handlers: { copy: copy.call, updateCommandOnServer: list.call, getImeiDetails: device.call },
    });
    await choose(csvFile(['490154203237518']));
    await start();
    const steps = [
      [copy, 'copy', EVALUATING, EXECUTING],
      [list, 'updateCommandOnServer', EVALUATING, EXECUTING],
      [device, 'getImeiDetails', EXECUTING, EVALUATING],
    ] as const;
    for (const [{ answer }, call, shown, absent] of steps) {
      await waitFor(() => expect(api.requestsOf(call)).toHaveLength(1));
      expect(await screen.findByText(shown)).toBeInTheDocument();
      expect(screen.queryByText(absent)).not.toBeInTheDocument();
      await answer();
    }
    await screen.findByText('The batch is complete.');
    for (const text of [EVALUATING, EXECUTING]) expect(screen.queryByText(text)).not.toBeInTheDocument();
  },
);
