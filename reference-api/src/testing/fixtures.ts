/** Returns an object that stands for what `get` returns at the moment; it can be named before that exists. */
export function current<Value extends object>(get: () => Value): Value {
  return new Proxy({} as Value, {
    get(_none, name) {
      const value = get();
      const part: unknown = Reflect.get(value, name, value);
      return typeof part === 'function' ? part.bind(value) : part;
    },
    ownKeys: () => Reflect.ownKeys(get()),
    getOwnPropertyDescriptor(_none, name) {
      const found = Reflect.getOwnPropertyDescriptor(get(), name);
      return found && { ...found, configurable: true };
    },
  });
}

const hasClose = (value: unknown): value is { close(): Promise<unknown> } =>
  typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function';

function made<Value extends object>(
  begin: typeof beforeEach,
  end: typeof afterEach,
  make: () => Promise<Value>,
): Value {
  let value: Value | undefined;
  begin(async () => {
    value = await make();
  });
  end(async () => {
    for (const one of [value].flat()) if (hasClose(one)) await one.close();
    value = undefined;
  });
  return current(() => {
    if (!value) throw new Error('It is made when a test begins.');
    return value;
  });
}

/** Makes a value, or a list, anew for each test of the `describe`, and closes it after the test. */
export function fresh<Value extends object>(make: () => Promise<Value>): Value {
  return made(beforeEach, afterEach, make);
}

/** Makes a value, or a list, once for all tests of the `describe`, and closes it after them. */
export function shared<Value extends object>(make: () => Promise<Value>): Value {
  return made(beforeAll, afterAll, make);
}

/** Returns what stands for the first and for the last of a list, which may be the same. */
export function endsOf<Value extends object>(list: readonly Value[]): readonly [Value, Value] {
  const at = (index: number) =>
    current((): Value => {
      const one = list.at(index);
      if (!one) throw new Error('The list is empty.');
      return one;
    });
  return [at(0), at(-1)];
}
