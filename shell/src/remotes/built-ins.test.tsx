import { held } from '@device-console/shared-lib/testing';
import { createBuiltIns } from './built-ins.ts';

const builtIns = createBuiltIns(globalThis);
const refusal = (changed: readonly string[]) => new Error(changed.join(' '));
const set = (owner: object, key: string) => Reflect.set(owner, key, () => undefined);

it.each<[string, () => unknown]>([
  ['history.pushState', () => set(history, 'pushState')],
  ['History.prototype.pushState', () => set(History.prototype, 'pushState')],
  ['Storage.prototype.setItem', () => set(Storage.prototype, 'setItem')],
  ['Array.prototype.at', () => set(Array.prototype, 'at')],
  ['window.Promise', () => set(window, 'Promise')],
  ['JSON.parse', () => set(JSON, 'parse')],
  ['Object.prototype.extra', () => set(Object.prototype, 'extra')],
  ['EventTarget.prototype.addEventListener', () => Reflect.deleteProperty(EventTarget.prototype, 'addEventListener')],
])('%s that others change is named and put back', async (name, change) => {
  const before = [history.pushState, Storage.prototype.setItem, Array.prototype.at, Promise, JSON.parse];
  await expect(builtIns.guard(async () => void change(), refusal)).rejects.toThrow(name);
  expect([history.pushState, Storage.prototype.setItem, Array.prototype.at, Promise, JSON.parse]).toEqual(before);
  expect('extra' in {}).toBe(false);
  expect(typeof EventTarget.prototype.addEventListener).toBe('function');
  await expect(builtIns.guard(async () => 'fine', refusal)).resolves.toBe('fine');
});

it('what is new beside the built-ins is of nobody else, and what had changed before is left alone', async () => {
  const extension = jest.spyOn(JSON, 'stringify');
  const work = async () => {
    set(window, 'ownGlobal');
    set(String.prototype, 'ownAddition');
    return 7;
  };
  await expect(builtIns.guard(work, refusal)).resolves.toBe(7);
  expect(JSON.stringify).toBe(extension);
  Reflect.deleteProperty(String.prototype, 'ownAddition');
  extension.mockRestore();
});

it('is put back even where the code fails, and its change is the reason', async () => {
  const at = Array.prototype.at;
  const work = async () => {
    set(Array.prototype, 'at');
    throw new Error('own');
  };
  await expect(builtIns.guard(work, refusal)).rejects.toThrow('Array.prototype.at');
  expect(Array.prototype.at).toBe(at);
  await expect(builtIns.guard(() => Promise.reject(new Error('own')), refusal)).rejects.toThrow('own');
});

it('a change while two are loaded is put back when the first of them is there', async () => {
  const gate = held<undefined>();
  const first = builtIns.guard(() => gate.promise, refusal);
  await expect(builtIns.guard(async () => void set(Array.prototype, 'at'), refusal)).rejects.toThrow('at');
  gate.give(undefined);
  await expect(first).resolves.toBeUndefined();
});
