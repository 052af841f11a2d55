import { act, screen, waitFor, within } from '@testing-library/react';
import type { ScreenModule } from '@device-console/shared-lib/remote';
import { Page } from '@device-console/shared-lib/ui';
import { useNavigate } from '@device-console/shared-lib/router';
import { fakeLoader, renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';

const menu = () => within(screen.getByRole('navigation', { name: 'Console' }));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

/** A screen with a field, and a link within it. */
function FieldScreen({ screenId }: { readonly screenId: string }) {
  const navigate = useNavigate();
  return (
    <Page title={`Page ${screenId}`}>
      <input aria-label="IMEI" onChange={(event) => void navigate({ hash: `imei=${event.target.value}` })} />
    </Page>
  );
}

const open = (options: RenderRoutesOptions = {}) =>
  renderRoutes({ loader: fakeLoader(async () => ({ Screen: FieldScreen })), ...options });

describe('D26 the title of the document', () => {
  it.each([
    ['/', 'Dashboard · Device Console'],
    ['/lockDevice', 'Page lock · Device Console'],
    ['/nowhere', 'No such screen · Device Console'],
    ['/superadmin/auditReport', 'Audit Report · Device Console'],
    ['/login', 'Login · Device Console'],
    ['/superadmin/login', 'Superadmin login · Device Console'],
    ['/forgotPassword', 'Forgot Password · Device Console'],
    ['/resetPassword/abc', 'Reset Password · Device Console'],
    ['/invitation/abc', 'Choose your password · Device Console'],
  ])('of %s is %s', async (address, title) => {
    await open({ address });
    await waitFor(() => expect(document.title).toBe(title));
  });

  it('is that of the failure in place of a screen, which has the first heading', async () => {
    const loader = fakeLoader(() => Promise.reject(new Error('gone')));
    await renderRoutes({ address: '/auditReport', loader });
    await heading('Audit Report cannot be shown');
    expect(document.title).toBe('Audit Report cannot be shown · Device Console');
  });
});

describe('D26 after a navigation', () => {
  it('gives the focus to the heading of the new page and tells its title', async () => {
    const { user } = await open();
    await heading('Dashboard');
    expect(document.body).toHaveFocus();
    expect(announced()).not.toContain('Dashboard');
    await user.click(menu().getByRole('link', { name: 'Audit Report' }));
    expect(await heading('Page auditReport')).toHaveFocus();
    expect(announced()).toContain('Page auditReport');
    await user.click(menu().getByRole('link', { name: 'Home' }));
    expect(await heading('Dashboard')).toHaveFocus();
    expect(announced()).toContain('Dashboard');
  });

  it('waits for the code of the page, and leaves the focus to whoever moved it meanwhile', async () => {
    let arrive = (_module: ScreenModule): void => undefined;
    const loader = fakeLoader(() => new Promise((resolve) => (arrive = resolve)));
    const { user } = await renderRoutes({ loader });
    await heading('Dashboard');
    await user.click(menu().getByRole('link', { name: 'Audit Report' }));
    await screen.findByText('Loading Audit Report');
    act(() => menu().getByRole('link', { name: 'Home' }).focus());
    await act(async () => arrive({ Screen: FieldScreen }));
    await heading('Page auditReport');
    expect(menu().getByRole('link', { name: 'Home' })).toHaveFocus();
    await waitFor(() => expect(announced()).toContain('Page auditReport'));
  });

  it('tells a page that was gone to before the first one had a heading', async () => {
    const loader = fakeLoader((_release, screenId) =>
      screenId === 'auditReport' ? new Promise(() => undefined) : Promise.resolve({ Screen: FieldScreen }),
    );
    const { user } = await renderRoutes({ address: '/auditReport', loader });
    await screen.findByText('Loading Audit Report');
    await user.click(menu().getByRole('link', { name: 'Lock Device' }));
    expect(await heading('Page lock')).toHaveFocus();
    expect(announced()).toContain('Page lock');
  });

  it('keeps the focus in a field whose text changes the fragment of the address', async () => {
    const { user } = await open({ address: '/auditReport' });
    await heading('Page auditReport');
    const field = screen.getByRole('textbox', { name: 'IMEI' });
    await user.type(field, '35');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('35');
    expect(announced()).not.toContain('Page auditReport');
  });

  it('keeps the focus in a field of the login, which takes it by itself', async () => {
    const { user } = await open();
    await heading('Dashboard');
    await user.click(screen.getAllByRole('link', { name: 'Logout' })[0] as HTMLElement);
    await heading('Login');
    expect(screen.getByRole('textbox', { name: 'Email or phone' })).toHaveFocus();
    await waitFor(() => expect(announced()).toContain('Login'));
  });
});
