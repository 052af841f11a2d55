import type { Sent, UnsentScan } from '../data/react/index.ts';
import { countLog, logOf, undoneOf } from './command-log.ts';

let asked = 0;

function sent(target: string, change: Partial<Sent> = {}, source = 'form', action = 'lock'): Sent {
  asked += 1;
  return {
    id: `${target} ${asked}`,
    key: `device ${target}`,
    digest: '',
    at: 0,
    since: 0,
    asked,
    about: { command: 'lock', action, target, source, remote: null },
    phase: 'ended',
    outcome: 'taken',
    error: null,
    status: '',
    device: null,
    isNews: false,
    ...change,
  };
}

const scan = (text: string, why: UnsentScan['why']): UnsentScan => {
  asked += 1;
  return { id: text, at: asked, command: 'lock', text, why };
};

it('C1 has what was sent from form and search, and scans that were not, newest first; of its command alone', () => {
  const first = sent('1');
  const misread = scan('2', 'not-an-imei');
  const third = sent('3', {}, 'search');
  const others = [sent('4', {}, 'a batch'), sent('5', { about: null })];
  const unlock = { ...scan('6', 'question'), command: 'unlock' };
  const log = logOf('lock', [...others, third, first], [unlock, misread]);
  expect(log.map(({ text, outcome }) => [text, outcome])).toEqual([
    ['3', 'taken'],
    ['2', 'not-an-imei'],
    ['1', 'taken'],
  ]);
});

it.each([
  [{ phase: 'waiting', outcome: 'no-answer-yet' }, 'next', 'on-its-way'],
  [{ phase: 'sending', outcome: 'no-answer-yet' }, 'on-its-way', 'on-its-way'],
  // Sent once more after an unknown outcome.
  [{ phase: 'sending', outcome: 'unknown' }, 'on-its-way', 'on-its-way'],
  [{ outcome: 'taken' }, 'taken', 'sent'],
  [{ outcome: 'unstated' }, 'unstated', 'sent'],
  [{ outcome: 'waits' }, 'waits', 'waits'],
  [{ outcome: 'refused' }, 'refused', 'refused'],
  [{ outcome: 'not-sent' }, 'not-sent', 'not-sent'],
  [{ outcome: 'unknown' }, 'unknown', 'unknown'],
] as const)('C7 D12 what stands as %j is %s and counts as %s', (change, outcome, count) => {
  const log = logOf('lock', [sent('1', change)], []);
  expect(log[0]?.outcome).toBe(outcome);
  expect([...countLog(log)]).toEqual([[count, 1]]);
});

it('C1 a scan that was not sent counts as not sent, or as no IMEI', () => {
  const scans = [scan('1', 'not-an-imei'), scan('2', 'incomplete'), scan('3', 'question')];
  expect(Object.fromEntries(countLog(logOf('lock', [], scans)))).toEqual({ 'not-sent': 2, 'not-an-imei': 1 });
});

it('C7 D12 undone is what failed and was not sent again since, by device and action', () => {
  const all = [
    sent('done later', { outcome: 'refused' }),
    sent('done later'),
    sent('refused twice', { outcome: 'refused' }),
    sent('refused twice', { outcome: 'refused' }),
    sent('unknown', { outcome: 'unknown' }),
    sent('not sent', { outcome: 'not-sent' }),
    sent('on its way again', { outcome: 'refused' }),
    sent('on its way again', { phase: 'sending', outcome: 'no-answer-yet' }),
    sent('another level', { outcome: 'refused' }, 'form', 'one'),
    sent('another level', {}, 'form', 'two'),
  ];
  const undone = undoneOf(logOf('lock', all, [scan('misread', 'not-an-imei')]));
  expect(undone.map(({ about }) => about?.target)).toEqual(['another level', 'not sent', 'unknown', 'refused twice']);
});
