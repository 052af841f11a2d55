import { act, screen, waitFor } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { heldAnswers } from '../testing/held-answers.ts';
import { csvFile, fileField, openBatch } from '../testing/open-batch.tsx';

const IMEIS = ['490154203237511', '490154203237513'];
const lock = commandById('lock');
const card = (name: string) => screen.getByRole('group', { name });
const button = (name: string) => screen.getByRole('button', { name });

/** A batch whose first device waits for its answer, started by the keyboard. */
async function openRunning() {
  const device = heldAnswers('found');
  const page = await openBatch(lock, { handlers: { getImeiDetails: device.call } });
  await page.choose(csvFile(IMEIS));
  act(() => button('Lock 2 devices').focus());
  await page.user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Pause' });
  return { ...page, device };
}

describe('the focus of a batch', () => {
  it('D26 comes to what is ready once the chosen file is read', async () => {
    const { user } = await openBatch(lock);
    act(() => fileField().focus());
    await user.upload(fileField(), csvFile(IMEIS));
    await waitFor(() => expect(card('Batch: ready to start')).toHaveFocus());
    await user.tab();
    expect(card('Batch: ready to start')).toContainElement(document.activeElement as HTMLElement);
  });

  it('D26 comes to the running batch after its start', async () => {
    const { user } = await openRunning();
    await waitFor(() => expect(card('Batch: running')).toHaveFocus());
    await user.tab();
    expect(button('Pause')).toHaveFocus();
  });

  it('D26 stays on the one button that pauses and continues', async () => {
    const { user, device } = await openRunning();
    const pause = button('Pause');
    act(() => pause.focus());
    await user.keyboard('{Enter}');
    await device.answer();
    await screen.findByText('The batch is paused.');
    expect(button('Continue')).toBe(pause);
    expect(pause).toHaveFocus();
    await user.keyboard('{Enter}');
    await screen.findByRole('button', { name: 'Pause' });
    expect(button('Pause')).toBe(pause);
    expect(pause).toHaveFocus();
  });

  it('D26 comes to the end of the batch', async () => {
    const { device } = await openRunning();
    act(() => button('Pause').focus());
    await device.answer();
    await device.answer();
    await screen.findByText('The batch is complete.');
    await waitFor(() => expect(card('Batch: complete')).toHaveFocus());
  });

  it('D26 stays where it is when the operator is elsewhere', async () => {
    const { device } = await openRunning();
    const elsewhere = screen.getByRole('textbox', { name: 'IMEI number' });
    act(() => elsewhere.focus());
    await device.answer();
    await device.answer();
    await screen.findByText('The batch is complete.');
    expect(elsewhere).toHaveFocus();
  });
});
