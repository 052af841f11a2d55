import { OutcomeTable, outcomeCode } from './outcomes.ts';
import { type BatchReason, reasonText, storedReason, storedText } from './reasons.ts';

const reasons: { readonly [Kind in BatchReason['kind']]: readonly [Extract<BatchReason, { kind: Kind }>, RegExp] } = {
  full: [{ kind: 'full' }, /no room left.*Free some disk space/],
  'no-room': [{ kind: 'no-room', needed: 7_240_000, free: 50_000 }, /needs 7\.2 MB, 0\.1 MB are free/],
  occupied: [{ kind: 'occupied' }, /Finish or cancel it first/],
  blocked: [{ kind: 'blocked' }, /block site data.*reload the page/],
  'not-stored': [{ kind: 'not-stored', cause: 'gone' }, /could not store the batch \(gone\)/],
  missing: [{ kind: 'missing', batchId: 'b-1' }, /The batch b-1 is not stored any more/],
  'no-answer': [{ kind: 'no-answer' }, /storage of this browser does not answer/],
  'unclear-answer': [{ kind: 'unclear-answer', value: 'Hm' }, /answered "Hm", which is neither/],
  'not-sent-again': [{ kind: 'not-sent-again' }, /Not sent again/],
  'message-not-kept': [{ kind: 'message-not-kept' }, /this list has no room for/],
  'other-operator': [{ kind: 'other-operator', operator: 'a@b.c' }, /Log in as a@b\.c to continue/],
  'many-unconfirmed': [{ kind: 'many-unconfirmed', count: 50, last: 'Away.' }, /last 50 IMEIs are unconfirmed: Away\./],
};

it.each(Object.values(reasons))('B13 D11 the reason $kind says what failed and what to do', (reason, text) => {
  expect(reasonText(reason)).toMatch(text);
});

it('D15 a reason is stored as data, and read in the language of the page', () => {
  for (const [reason] of [reasons['unclear-answer'], reasons['not-sent-again'], reasons['message-not-kept']]) {
    const stored = storedReason(reason);
    expect(stored).not.toContain(' ');
    expect(storedText(stored)).toBe(reasonText(reason));
  }
});

it.each([
  ['a message of the server', 'Device is blocked'],
  ['a reason of an earlier version', 'Not sent again after the console was closed while it was being sent.'],
  ['nothing', ''],
])('D15 %s is read as it was stored', (_what, message) => {
  expect(storedText(message)).toBe(message);
});

it('D15 a reason of a later version is read by its value', () => {
  expect(storedText('\u0001of-later\u0001the value')).toBe('the value');
});

it('D15 outcomes keep the stored form, and rows show the words', () => {
  const table = new OutcomeTable(1);
  const stored = storedReason({ kind: 'unclear-answer', value: 'x'.repeat(400) });
  table.set(0, outcomeCode.unknown, stored);
  const again = new OutcomeTable(1, table.takeChanges());
  again.giveBack([{ segment: 0, codes: new Uint8Array(1), messages: [] }]);
  const [segment] = again.takeChanges();
  expect(segment?.messages[0]?.[1]).toBe(`${stored.slice(0, 300)}…`);
  expect(again.messageAt(0)).toMatch(/^The server answered "x{200,}…", which is neither found nor not found\.$/);
});
