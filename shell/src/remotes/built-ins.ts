/** Where the page's parts find what all of them use. */
interface Place {
  readonly name: string;
  readonly owner: object;
}

type Members = ReadonlyMap<PropertyKey, PropertyDescriptor>;

interface Change {
  readonly name: string;
  readonly undo: () => void;
}

export interface BuiltIns {
  /**
   * Waits for work that runs code of others, then puts built-ins back that have changed meanwhile. What had changed
   * before, such as by an extension of the browser, is left alone.
   * @throws what `refusal` makes of the names of what changed; else what the work throws
   */
  readonly guard: <Result>(
    work: () => Promise<Result>,
    refusal: (changed: readonly string[]) => Error,
  ) => Promise<Result>;
}

/** Constructors whose own members and prototypes must stay as they are. */
const constructors = [
  ...['Object', 'Function', 'Array', 'String', 'Number', 'Date', 'RegExp', 'Promise', 'Map', 'Set', 'URL'],
  ...['EventTarget', 'Event', 'Node', 'Element', 'HTMLElement', 'Document', 'History', 'Storage'],
  ...['Response', 'Headers', 'AbortController'],
];
const namespaces = ['JSON', 'Math', 'Reflect'];
const globals = [
  ...constructors,
  ...namespaces,
  ...['Symbol', 'Intl', 'fetch', 'queueMicrotask', 'structuredClone'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'requestAnimationFrame'],
];

/** Guards the built-ins of a page. Several at once are guarded together. */
export function createBuiltIns(page: typeof globalThis): BuiltIns {
  const places = placesOf(page);
  const instances = ['history', 'document', 'navigator', 'crypto']
    .filter((name) => name in page)
    .map((name) => placeOf(page, name));
  let pending = 0;
  let before: readonly (readonly [Place, Members])[] = [];
  let shadowed: readonly (readonly [Place, ReadonlySet<PropertyKey>])[] = [];
  const remember = (): void => {
    before = places.map((place) => [place, membersOf(place, page)] as const);
    shadowed = instances.map((place) => [place, new Set(shadowsOf(place))] as const);
  };
  const changes = (): readonly Change[] => [
    ...before.flatMap(([place, members]) => changedMembers(place, members, membersOf(place, page))),
    ...shadowed.flatMap(([place, known]) =>
      shadowsOf(place)
        .filter((key) => !known.has(key))
        .map((key) => removal(place, key)),
    ),
  ];
  return {
    guard: async (work, refusal) => {
      if (pending === 0) remember();
      pending += 1;
      const [outcome] = await Promise.allSettled([work()]);
      pending -= 1;
      const changed = changes();
      for (const { undo } of changed) undo();
      if (changed.length > 0) throw refusal(changed.map(({ name }) => name));
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    },
  };
}

function placesOf(page: typeof globalThis): readonly Place[] {
  const there = constructors.filter((name) => name in page).map((name) => placeOf(page, name));
  const prototypes = there.map(({ name, owner }) => placeOf(owner, 'prototype', `${name}.prototype`));
  const spaces = namespaces.map((name) => placeOf(page, name));
  return [{ name: 'window', owner: page }, ...there, ...prototypes, ...spaces];
}

const placeOf = (within: object, key: string, name = key): Place => ({ name, owner: Object(Reflect.get(within, key)) });

/** Of the window only the globals that are built in. */
function membersOf({ owner }: Place, page: object): Members {
  const keys = owner === page ? globals : Reflect.ownKeys(owner);
  return new Map(
    keys.flatMap((key) => {
      const descriptor = Object.getOwnPropertyDescriptor(owner, key);
      return descriptor ? [[key, descriptor] as const] : [];
    }),
  );
}

/** A member that is new adds something and changes nothing, but on what every object has. */
function changedMembers(place: Place, before: Members, now: Members): readonly Change[] {
  const isForAll = place.owner === Object.prototype;
  const added = isForAll ? [...now.keys()].filter((key) => !before.has(key)) : [];
  return [
    ...[...before].flatMap(([key, descriptor]) => {
      const present = now.get(key);
      if (present && isSame(present, descriptor)) return [];
      return [{ name: nameOf(place, key), undo: () => void Reflect.defineProperty(place.owner, key, descriptor) }];
    }),
    ...added.map((key) => removal(place, key)),
  ];
}

/** Own members of an instance that hide those of its kind, such as a `history.pushState` of its own. */
function shadowsOf({ owner }: Place): readonly PropertyKey[] {
  const kind: unknown = Object.getPrototypeOf(owner);
  return Reflect.ownKeys(owner).filter((key) => key in Object(kind));
}

const removal = (place: Place, key: PropertyKey): Change => ({
  name: nameOf(place, key),
  undo: () => void Reflect.deleteProperty(place.owner, key),
});

const isSame = (left: PropertyDescriptor, right: PropertyDescriptor): boolean =>
  Object.is(left.value, right.value) && left.get === right.get && left.set === right.set;

const nameOf = ({ name }: Place, key: PropertyKey): string => `${name}.${String(key)}`;
