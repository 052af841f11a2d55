import { deviceEvents, deviceState } from './device-events.ts';
import { eventRuns, runsByMonth } from './event-line.tsx';
import { auditOf, command, device, enrolment } from './test-audit.ts';

const titles = (...parts: Parameters<typeof auditOf>) => deviceEvents(auditOf(...parts)).map(({ title }) => title);

describe('deviceEvents', () => {
  it('R8 merges the four lists, newest first, with the names that reports show', () => {
    expect(
      titles({
        registration: [device('2026-01-01T00:00:00Z')],
        commands: [command('GREYAPP', '2026-04-01T00:00:00Z'), command('LOCK', '2026-02-01T00:00:00Z')],
        deenroll: [
          enrolment('RE-REGISTERED', '2026-03-02T00:00:00Z'),
          enrolment('DE-ENROLLED', '', '2026-03-01T00:00:00Z'),
        ],
        release: [device('2026-05-01T00:00:00Z')],
      }),
    ).toEqual(['Released', 'DISABLE APP', 'Re-registered', 'De-enrolled', 'LOCK', 'Registered']);
  });

  it("puts an effect above its cause at equal times, and keeps the server's order within a list", () => {
    const at = '2026-01-01T00:00:00Z';
    expect(
      titles({
        registration: [device(at)],
        commands: [command('FORMATTEDDEVICE', at), command('RELEASE', at)],
        deenroll: [enrolment('DE-ENROLLED', at)],
        release: [device(at)],
      }),
    ).toEqual(['Released', 'De-enrolled', 'FORMATTEDDEVICE', 'RELEASE', 'Registered']);
  });

  it("D1a leaves events without a readable time at the end, in the server's order, with its text", () => {
    const times = { A: 'gestern', B: '', C: '2026-01-01T00:00:00Z', D: '0000-00-00 00:00:00' };
    const commands = Object.entries(times).map(([name, time]) => command(name, time));
    const events = deviceEvents(auditOf({ commands }));
    expect(events.map(({ title, time, moment }) => [title, time, moment !== null])).toEqual([
      ['C', '2026-01-01T00:00:00Z', true],
      ['A', 'gestern', false],
      ['B', '', false],
      ['D', '0000-00-00 00:00:00', false],
    ]);
  });

  it('says who sent a command and how in words, and shows an unknown interface as it came', () => {
    const commands = ['S', 'A', 'B', 'X'].map((code) => command('LOCK', '', { interface: code }));
    const events = deviceEvents(auditOf({ commands }));
    expect(events.map((event) => event.kind === 'command' && event.by)).toEqual(['single', 'API', 'bulk', 'X']);
  });

  it('D1a shows an enrolment action that it does not know as it came', () => {
    const events = deviceEvents(auditOf({ deenroll: [enrolment('MOVED', ''), enrolment('', '')] }));
    expect(events.map(({ kind, title }) => [kind, title])).toEqual([
      ['changed', 'MOVED'],
      ['changed', 'Enrolment changed'],
    ]);
  });
});

describe('deviceState', () => {
  const state = (...parts: Parameters<typeof auditOf>) => deviceState(deviceEvents(auditOf(...parts))).title;

  const [first, next] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'] as const;

  it.each([
    ['No registration record', { commands: [command('LOCK', first)] }],
    ['Registered', { registration: [device(first)], commands: [command('LOCK', next)] }],
    ['De-enrolled', { registration: [device(first)], deenroll: [enrolment('DE-ENROLLED', next)] }],
    ['Re-registered', { deenroll: [enrolment('DE-ENROLLED', first), enrolment('RE-REGISTERED', next)] }],
    ['Released', { release: [device('')] }],
    ['Not clear: some records have no time', { registration: [device(first)], release: [device('soon')] }],
  ])('is %s', (title, parts) => {
    expect(state(parts)).toBe(title);
  });
});

describe('eventRuns', () => {
  it('folds the same command in a row, but not over a month or another event', () => {
    const commands = [
      command('LOCK', '2026-03-20T12:00:00Z'),
      command('LOCK', '2026-03-19T12:00:00Z'),
      command('UNLOCK', '2026-03-18T12:00:00Z'),
      command('LOCK', '2026-03-17T12:00:00Z'),
      command('LOCK', '2026-02-17T12:00:00Z'),
      command('LOCK', ''),
    ];
    const runs = eventRuns(deviceEvents(auditOf({ commands })));
    expect(runsByMonth(runs).map((month) => [month.name, month.runs.map((run) => run.length)])).toEqual([
      ['March 2026', [2, 1, 1]],
      ['February 2026', [1]],
      ['', [1]],
    ]);
  });

  it('never folds two registrations', () => {
    const release = [device('2026-03-01T12:00:00Z'), device('2026-03-01T12:00:00Z')];
    expect(eventRuns(deviceEvents(auditOf({ release })))).toHaveLength(2);
  });
});
