import { act, screen, waitFor } from '@testing-library/react';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { lastSentAtom, RemoteContext } from '../../console/host.ts';
import { commandById } from '../../contract/index.ts';
import { FakeFailure, FakeNetworkFailure, FakeReply, held, renderConsole } from '../../testing/index.ts';
import { Route, Routes } from '../../router/index.ts';
import { useSingleCommand } from '../../single-command/index.ts';

const command = commandById('lock');
const reboot = commandById('deviceAction');
const IMEI = '356938035643809';

function Sender({ of = command }: { readonly of?: typeof command }): ReactNode {
  const { send } = useSingleCommand(of, of.variants[0]);
  return <button onClick={() => void send(IMEI)}>{of.title}</button>;
}

function Noted(): ReactNode {
  const sent = useAtomValue(lastSentAtom);
  return (
    <output>
      {sent?.about && [sent.about.command, sent.about.target, sent.outcome, sent.about.remote].join('; ')}
    </output>
  );
}

const around = (children: ReactNode): ReactNode => (
  <>
    <RemoteContext value={{ id: 'mf-test' }}>{children}</RemoteContext>
    <Noted />
  </>
);

const noted = (): string | null => screen.getByRole('status').textContent;

describe('the last command that was sent', () => {
  it.each([
    ['taken', () => ({ status: 'success', message: 'Queued' })],
    ['refused', () => new FakeFailure({ message: 'No' })],
    ['waits', () => new FakeFailure({ httpStatus: 429, message: 'Later', reason: 'approval' })],
    ['unknown', () => new FakeNetworkFailure('gone')],
    ['unknown', () => new FakeReply('<html>Sign in</html>', 403)],
  ] as const)('D12 is kept above its screen with its outcome: %s', async (outcome, answer) => {
    const { user } = await renderConsole(around(<Sender />), { handlers: { lockNotification: answer } });
    expect(noted()).toBe('');
    await user.click(screen.getByRole('button'));
    await waitFor(() => expect(noted()).toBe(`lock; ${IMEI}; ${outcome}; mf-test`));
  });

  it('D1b D12 is only accepted where the answer does not say how it went', async () => {
    const { user } = await renderConsole(around(<Sender of={reboot} />), {
      config: { backend: 'legacy' },
      handlers: { adminLockNotification: () => new FakeReply('OK') },
    });
    await user.click(screen.getByRole('button'));
    await waitFor(() => expect(noted()).toContain('; unstated; '));
  });

  it('D12 was not sent where there is no session', async () => {
    const { user } = await renderConsole(around(<Sender />), { session: null });
    await user.click(screen.getByRole('button'));
    await waitFor(() => expect(noted()).toBe(`lock; ${IMEI}; not-sent; mf-test`));
  });

  it('D12 has no answer yet while it is on its way, and gets its outcome after its screen is gone', async () => {
    const gate = held<{ readonly status: 'success'; readonly message: string }>();
    const routes = (
      <Routes>
        <Route path="/" element={<Sender />} />
        <Route path="*" element={null} />
      </Routes>
    );
    const { user, goTo } = await renderConsole(around(routes), {
      handlers: { lockNotification: () => gate.promise },
    });
    await user.click(screen.getByRole('button'));
    expect(noted()).toContain('; no-answer-yet; ');
    await goTo('/elsewhere');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    await act(async () => gate.give({ status: 'success', message: '' }));
    await waitFor(() => expect(noted()).toContain('; taken; '));
  });
});
