import { screen, within } from '@testing-library/react';
import { createCodeHolder } from '../common/code-holder.ts';
import { renderRoutes } from '../testing/render-routes.tsx';
import type { Framed } from './console-runtime.ts';
import * as framedCode from './framed.ts';

describe('F5 the code of the frame', () => {
  it('that cannot be had is said in its place, and had by Retry', async () => {
    const load = jest.fn<Promise<Framed>, []>().mockRejectedValueOnce(new Error('frame.js is gone'));
    const { user } = await renderRoutes({ framed: createCodeHolder(load.mockResolvedValue(framedCode)) });
    expect(await screen.findByText('frame.js is gone')).toBeInTheDocument();
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
