import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DeviceTimeline } from './device-timeline.tsx';
import { auditOf, command, device, enrolment } from './test-audit.ts';

const IMEI = '490154203237518';
const show = (...parts: Parameters<typeof auditOf>) => render(<DeviceTimeline audit={auditOf(...parts)} imei={IMEI} />);
const timeline = () => screen.getByRole('list', { name: `Timeline of ${IMEI}, newest first` });
const months = () =>
  within(timeline())
    .queryAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

describe('DeviceTimeline', () => {
  it('tells state and last command above, and every event in words below its month', () => {
    show({
      registration: [device('2026-01-10T10:00:00Z')],
      commands: [command('SETALARM', '2026-03-10T10:00:00Z', { interface: 'B', status: 'failed' })],
      deenroll: [enrolment('DE-ENROLLED', '2026-02-10T10:00:00Z')],
    });
    const [state, last] = screen.getAllByRole('definition');
    expect(state).toHaveTextContent(/^De-enrolledsince /);
    expect(last).toHaveTextContent(/^ACTIVATE ALARM failed/);
    expect(months()).toEqual(['March 2026', 'February 2026', 'January 2026']);
    expect(within(timeline()).getByText('bulk · a@example.com')).toBeVisible();
    expect(within(timeline()).getByText('Acme One')).toBeVisible();
  });

  it('folds a run with its count and outcomes, and unfolds it', async () => {
    show({
      commands: [
        command('LOCK', '2026-03-12T10:00:00Z', { status: 'failed' }),
        command('LOCK', '2026-03-11T10:00:00Z', { user: 'b@example.com' }),
        command('LOCK', '2026-03-10T10:00:00Z'),
      ],
    });
    expect(within(timeline()).getByText('3 times')).toBeVisible();
    expect(within(timeline()).getByText('1 failed')).toBeVisible();
    expect(within(timeline()).getByText('2 acknowledged')).toBeVisible();
    expect(screen.getByText('single · b@example.com')).not.toBeVisible();
    await userEvent.click(screen.getByText('Each of the 3'));
    expect(screen.getByText('single · b@example.com')).toBeVisible();
  });

  it('shows times that are none as they came, apart', () => {
    show({ registration: [device('last summer')] });
    expect(months()).toEqual(['Time not known']);
    expect(within(timeline()).getByText('last summer')).toBeVisible();
  });

  it('says that a command went to all devices', () => {
    show({ commands: [command('REBOOT', '2026-03-12T10:00:00Z', { imei1: 'ALL' })] });
    expect(screen.getByText('single · a@example.com · sent to all devices')).toBeVisible();
  });

  it('says that nothing is known', () => {
    show({});
    expect(screen.getByText('No registration record')).toBeVisible();
    expect(screen.getByText('Nothing is known of this device.')).toBeVisible();
  });

  it('a long life comes in parts', async () => {
    show({
      commands: Array.from({ length: 230 }, (_, index) =>
        command(index % 2 ? 'LOCK' : 'UNLOCK', new Date(Date.UTC(2026, 2, 1) + index * 60_000).toISOString()),
      ),
    });
    const lines = () => within(timeline()).getAllByText(/^(UN)?LOCK$/).length;
    const before = lines();
    await userEvent.click(screen.getByRole('button', { name: /^Show older/ }));
    expect(lines()).toBeGreaterThan(before);
  });
});
