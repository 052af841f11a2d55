import { createListeners, createSubject } from './subject.ts';

describe('createListeners', () => {
  it('tells each listener, with what was given, until it has unsubscribed', () => {
    const { subscribe, notify } = createListeners<[text: string]>();
    const [first, second] = [jest.fn(), jest.fn()];
    const unsubscribe = subscribe(first);
    subscribe(second);
    notify('one');
    unsubscribe();
    notify('two');
    expect([first.mock.calls, second.mock.calls]).toEqual([[['one']], [['one'], ['two']]]);
  });
});

describe('createSubject', () => {
  it('holds the value that was set last when its listeners are told', () => {
    const { subscribe, getSnapshot, set } = createSubject('first');
    const seen: string[] = [];
    subscribe(() => seen.push(getSnapshot()));
    set('second');
    expect([seen, getSnapshot()]).toEqual([['second'], 'second']);
  });
});
