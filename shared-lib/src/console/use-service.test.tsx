import { screen, waitFor } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import * as v from 'valibot';
import { NOT_AUTHORISED, type ServiceCall } from '../contract/index.ts';
import { fakeService, renderConsole, renderScreen, type RenderScreenOptions } from '../testing/index.ts';
import { useService } from './index.ts';

describe('useService', () => {
  const claims = {
    path: 'claims/open',
    permission: 'Warranty',
    changes: true,
    body: v.object({ imei: v.pipe(v.string(), v.length(15, 'an IMEI has 15 digits')) }),
    answer: v.object({ count: v.number() }),
  } satisfies ServiceCall;
  const IMEI = '490154203237518';
  const holder = { session: { userlevel: 'USER', permissions: ['Warranty'] } };

  /** What a screen is given that makes the call: an answer, or an error. */
  async function ask(options: RenderScreenOptions, imei = IMEI) {
    const seen: unknown[] = [];
    function Screen(): ReactNode {
      const service = useService();
      const keep = (outcome: unknown): void => void seen.push(outcome);
      return <button onClick={() => void service.call(claims, { imei }).then(keep, keep)}>Ask</button>;
    }
    const { user, api } = await renderScreen(Screen, { remoteId: 'mf-warranty', ...holder, ...options });
    await user.click(screen.getByRole('button'));
    await waitFor(() => expect(seen).toHaveLength(1));
    return { seen: seen[0], sent: api.requestsOf('service') };
  }

  const answering = (answer: () => { readonly count: number }) => ({ services: [fakeService(claims, answer)] });

  it("makes a call of the screen's own remote by the API, sealed and in the operator's name", async () => {
    const { seen, sent } = await ask({
      services: [fakeService(claims, ({ imei }, { session }) => ({ count: imei.length + session.email.length }))],
    });
    expect(seen).toEqual({ count: 15 + 'operator@example.com'.length });
    expect(sent).toMatchObject([
      {
        method: 'POST',
        path: 'services/mf-warranty/claims/open',
        body: { imei: IMEI, user: 'operator@example.com' },
      },
    ]);
  });

  it('N5 is refused where the operator lacks what the call asks for', async () => {
    const session = { userlevel: 'USER', permissions: ['Reports'] };
    const { seen } = await ask({ ...answering(() => ({ count: 1 })), session });
    expect(seen).toMatchObject({ kind: 'forbidden', outcome: 'refused', message: NOT_AUTHORISED });
  });

  it('sends nothing that does not fit its schema', async () => {
    const { seen, sent } = await ask(
      answering(() => ({ count: 1 })),
      '4901',
    );
    expect(seen).toMatchObject({ kind: 'invalid-request', outcome: 'not-sent' });
    expect(seen).toHaveProperty('message', expect.stringContaining('an IMEI has 15 digits'));
    expect(sent).toEqual([]);
  });

  it('serves a panel too, which a test renders without a screen', async () => {
    function Panel(): ReactNode {
      const service = useService();
      const [count, setCount] = useState<number | null>(null);
      useEffect(() => void service.call(claims, { imei: IMEI }).then((answer) => setCount(answer.count)), [service]);
      return count !== null && <p>{`${count} claims`}</p>;
    }
    const { api } = await renderConsole(<Panel />, { ...answering(() => ({ count: 3 })), ...holder });
    expect(await screen.findByText('3 claims')).toBeInTheDocument();
    expect(api.requestsOf('service')).toMatchObject([{ path: 'services/mf-test/claims/open' }]);
  });

  it('names the mistake where no remote is around', async () => {
    function Alone(): ReactNode {
      useService();
      return null;
    }
    await expect(renderConsole(<Alone />, { remoteId: null })).rejects.toThrow(
      "useService() belongs into a remote's screen",
    );
  });
});
