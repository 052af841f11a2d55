import { screen, waitFor, within } from '@testing-library/react';
import type { FakeHandlers } from '@device-console/shared-lib/testing';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/Device%20Console:a%40example.com?issuer=Device%20Console&secret=${secret}`;
const phone = { id: 7, kind: 'totp', name: 'Phone', created_at: '2026-11-20T10:00:00.000Z', last_used_at: '' };
const codes = Array.from({ length: 10 }, (_, index) => `abcd-${index}`);
const sessions = () => ({ status: 'success', message: '', items: [] });

/** A server that keeps what is added and removed. */
function server(items: object[] = [], policy = 'offered'): FakeHandlers {
  let own = items as (typeof phone)[];
  return {
    ownSessions: sessions,
    ownFactors: () => ({ status: 'success', message: '', items: own, recovery_codes: own.length > 0 ? 1 : 0, policy }),
    addTotp: () => ({ status: 'success', message: '', id: 7, secret, uri }),
    confirmTotp: ({ name }) => {
      own = [{ ...phone, name }];
      return { status: 'success', message: 'Second factor added.', codes: codes.join(' ') };
    },
    removeFactor: () => {
      own = [];
      return { status: 'success', message: 'Phone is removed.' };
    },
    renewRecoveryCodes: () => ({ status: 'success', message: 'New recovery codes made.', codes: codes.join(' ') }),
  };
}

async function open(handlers: FakeHandlers, options: RenderRoutesOptions = {}) {
  const rendered = await renderRoutes({ address: '/account', ...options, handlers });
  await screen.findByRole('heading', { level: 1 });
  return rendered;
}

describe('the second factors of the own account', () => {
  it('S15 S16 adds an app by picture or key and a code, and shows the recovery codes once', async () => {
    const { api, user } = await open(server());
    expect(await screen.findByText('You have no second factor.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Add an authenticator app' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('img', { name: 'QR code for the authenticator app' })).toBeInTheDocument();
    expect(dialog.getByText('Key to type in, if you cannot scan').nextElementSibling).toHaveTextContent(
      'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP',
    );
    expect(dialog.getByRole('link', { name: 'Open in an app on this device' })).toHaveAttribute('href', uri);
    await user.click(dialog.getByLabelText('Code that the app shows'));
    await user.paste('123456');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    const kept = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }));
    expect(kept.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes);
    for (const name of ['Copy', 'Print', 'Download']) expect(kept.getByRole('button', { name })).toBeEnabled();
    expect(api.requestsOf('confirmTotp').map(({ body }) => body)).toEqual([
      { id: '7', name: 'Phone', code: '123456', user: api.session.email },
    ]);
    await user.click(kept.getByRole('button', { name: 'I have kept them' }));
    expect(await screen.findByText('You have 1 recovery code left. Make new ones soon.')).toBeInTheDocument();
    expect(screen.queryByText(codes[0] ?? '')).not.toBeInTheDocument();
    await waitFor(() => expect(api.requestsOf('ownSessions')).toHaveLength(2));
  });

  it('S15 removes a factor after a question', async () => {
    const { api, user } = await open(server([phone]));
    await user.click(await screen.findByRole('button', { name: 'Remove Phone' }));
    expect(api.requestsOf('removeFactor')).toEqual([]);
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Phone is removed.')).toBeInTheDocument();
    expect(await screen.findByText('You have no second factor.')).toBeInTheDocument();
    expect(api.requestsOf('removeFactor').map(({ body }) => body)).toEqual([{ id: '7', user: api.session.email }]);
  });

  it('S16 makes new recovery codes after a question', async () => {
    const { user } = await open(server([phone]));
    await user.click(await screen.findByRole('button', { name: 'Make new recovery codes' }));
    const question = within(screen.getByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Make new recovery codes' }));
    expect(await screen.findByRole('dialog', { name: 'Your recovery codes' })).toBeInTheDocument();
  });

  it('S19 where the browser makes no passkeys it says so and offers the app', async () => {
    await open(server());
    expect(await screen.findByText(/^This page has no https address/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument();
  });

  it('S15 is not shown where factors are off, nor before an existing back end', async () => {
    await open(server([], 'off'));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Second factor' })).not.toBeInTheDocument());
  });
});
