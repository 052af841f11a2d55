import { screen } from '@testing-library/react';
import { renderRoutes } from '../testing/render-routes.tsx';
import { ConsoleRoutes } from './console-routes.tsx';

const gone = () => Promise.reject(new Error('chunk 17 is gone'));

describe('the code behind the login', () => {
  it('F5 D16 is not needed for the login page', async () => {
    await renderRoutes({ address: '/login', session: null, fetchBehindLogin: gone });
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
  });

  it('F5 D16 that it did not come is said in place of the page, and Retry fetches it again', async () => {
    const fetchBehindLogin = jest
      .fn<Promise<{ ConsoleRoutes: typeof ConsoleRoutes }>, []>()
      .mockImplementationOnce(gone)
      .mockImplementationOnce(gone)
      .mockResolvedValue({ ConsoleRoutes });
    const { user } = await renderRoutes({ address: '/auditReport', fetchBehindLogin });
    expect(await screen.findByText('Device Console cannot be shown')).toBeInTheDocument();
    expect(screen.getByText(/chunk 17 is gone/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Screen auditReport' })).toBeInTheDocument();
  });

  it('F5 D16 without a session an address leads to login, and its code is not waited for', async () => {
    const fetchBehindLogin = jest.fn(gone);
    const { address } = await renderRoutes({ address: '/auditReport', session: null, fetchBehindLogin });
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(address()).toBe('/login');
    expect(screen.queryByText('Device Console cannot be shown')).not.toBeInTheDocument();
  });
});
