import { watchListeners } from './page-listeners.ts';

const onStopped = jest.fn();
let caller: string | undefined;
watchListeners(window, {
  ownerOf: () => caller,
  mayStop: (_, target) => target instanceof Element && target.matches('.own'),
  onStopped,
});

afterEach(() => {
  onStopped.mockClear();
  document.body.replaceChildren();
});

/** A button of the frame with what it heard, and one of the remote's own. */
function buttons() {
  const heard = jest.fn();
  const [menu, own] = [document.createElement('button'), document.createElement('button')];
  own.className = 'own';
  for (const button of [menu, own]) button.addEventListener('click', heard);
  document.body.append(menu, own);
  return { menu, own, heard };
}

/** As code of mf-x calls it. */
function listenAs(
  owner: string | undefined,
  ...[target, ...given]: [EventTarget, ...Parameters<EventTarget['addEventListener']>]
) {
  caller = owner;
  // The window of jest has methods of its own.
  Reflect.apply(EventTarget.prototype.addEventListener, target, given);
  caller = undefined;
}

const stopPropagation = (event: Event) => event.stopPropagation();

it.each<[string, () => EventTarget, EventListener]>([
  ['stopPropagation()', () => window, stopPropagation],
  ['stopImmediatePropagation()', () => document, (event) => event.stopImmediatePropagation()],
  ['preventDefault()', () => document.documentElement, (event) => event.preventDefault()],
])('a press that %s of a remote stops goes on, and its listener is gone', (_, target, stop) => {
  const { menu, heard } = buttons();
  const listener = jest.fn(stop);
  listenAs('mf-x', target(), 'click', listener, true);
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  menu.dispatchEvent(click);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(click.defaultPrevented).toBe(false);
  expect(onStopped.mock.calls).toEqual([['mf-x', 'click']]);
  menu.click();
  expect(listener).toHaveBeenCalledTimes(1);
});

it('what a remote may stop is stopped, and nobody is told', () => {
  const { own, heard } = buttons();
  const listener = { handleEvent: jest.fn(stopPropagation) };
  listenAs('mf-x', document.body, 'click', listener, { capture: true });
  own.click();
  expect(heard).not.toHaveBeenCalled();
  document.body.removeEventListener('click', listener, true);
  own.click();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(listener.handleEvent).toHaveBeenCalledTimes(1);
  expect(onStopped).not.toHaveBeenCalled();
});

it('listeners of the host, those that only look, and shortcuts are left alone', () => {
  const { menu } = buttons();
  const looks = jest.fn();
  const stops = jest.fn(stopPropagation);
  listenAs(undefined, window, 'click', stops, true);
  listenAs('mf-x', window, 'click', looks, true);
  listenAs('mf-x', window, 'keydown', stops, true);
  menu.click();
  menu.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }));
  expect([looks.mock.calls.length, stops.mock.calls.length]).toEqual([1, 2]);
  expect(onStopped).not.toHaveBeenCalled();
  menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  expect(onStopped.mock.calls).toEqual([['mf-x', 'keydown']]);
  for (const listener of [looks, stops])
    Reflect.apply(EventTarget.prototype.removeEventListener, window, ['click', listener, true]);
});
