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
    expect(last).toHaveTextContent(/^ACTIVATE ALARM Failed/);
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
    expect(within(timeline()).getByText('1 Failed')).toBeVisible();
    expect(within(timeline()).getByText('2 Acknowledged')).toBeVisible();
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

  describe('its filter', () => {
    const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString();
    const showLife = () =>
      show({
        registration: [device(day(200))],
        commands: [
          command('LOCK', day(2), { status: 'failed' }),
          command('UNLOCK', day(40), { user: 'b@example.com' }),
          command('SETALARM', day(100)),
        ],
      });
    const titles = () =>
      within(timeline())
        .queryAllByText(/^(LOCK|UNLOCK|ACTIVATE ALARM|Registered)$/)
        .map(({ textContent }) => textContent);

    it.each([
      ['Kind', 'Commands', ['LOCK', 'UNLOCK', 'ACTIVATE ALARM']],
      ['Kind', 'Enrolment', ['Registered']],
      ['Outcome', 'Failed', ['LOCK']],
      ['Operator', 'b@example.com', ['UNLOCK']],
      ['Time', 'Last 90 days', ['LOCK', 'UNLOCK']],
    ])('A2 shows by %s what is %s, says how many, and can be taken back', async (label, choice, expected) => {
      showLife();
      const user = userEvent.setup();
      await user.selectOptions(screen.getByLabelText(label), choice);
      expect(titles()).toEqual(expected);
      expect(screen.getByRole('status')).toHaveTextContent(`${expected.length} of 4 events`);
      await user.click(screen.getByRole('button', { name: 'Show all' }));
      expect(titles()).toHaveLength(4);
    });

    it('A2 begins with all of each, and says so', () => {
      showLife();
      for (const label of ['Kind', 'Outcome', 'Operator', 'Time'])
        expect(screen.getByLabelText(label)).toHaveDisplayValue('All');
    });

    it('A2 says so when nothing passes, and stands only where there is something to choose', async () => {
      showLife();
      await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Enrolment');
      await userEvent.selectOptions(screen.getByLabelText('Outcome'), 'Failed');
      expect(screen.getByText('No event fits this filter.')).toBeVisible();
    });

    it('is left out of a short life', () => {
      show({ registration: [device(day(2))] });
      expect(screen.queryByRole('group', { name: 'Filter the timeline' })).not.toBeInTheDocument();
    });
  });

  it('leaves state and last command out where they are said elsewhere', () => {
    render(
      <DeviceTimeline
        audit={auditOf({ commands: [command('LOCK', '2026-03-12T10:00:00Z')] })}
        imei={IMEI}
        isStateElsewhere
      />,
    );
    expect(screen.queryByRole('definition')).not.toBeInTheDocument();
  });
});
