/** Where the page's parts find what all of them use. */
interface Place {
  readonly name: string;
  readonly owner: object;
}

/** A member as it was. */
interface Member {
  readonly place: Place;
  readonly key: PropertyKey;
  readonly descriptor: PropertyDescriptor;
}

/** A place whose new members change what others find there, with those that it had. */
interface Closed {
  readonly place: Place;
  readonly known: ReadonlySet<PropertyKey>;
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
  /** Built-ins are right as they are now. */
  readonly remember: () => void;
  /** Puts back what has changed since they were remembered, and names it. */
  readonly restore: () => readonly string[];
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

// Kept: what is looked for may be what would look.
const { getOwnPropertyDescriptor, defineProperty, deleteProperty, ownKeys } = Reflect;
const { is } = Object;

/** Guards the built-ins of a page. Several works at once are guarded together. */
export function createBuiltIns(page: typeof globalThis): BuiltIns {
  const places = placesOf(page);
  // Not the document: tools of the browser and of tests give it members of its own at any time.
  const instances = ['history', 'navigator', 'crypto']
    .filter((name) => name in page)
    .map((name) => placeOf(page, name));
  let pending = 0;
  let members: readonly Member[] = [];
  let closed: readonly Closed[] = [];
  const remember = (): void => {
    members = places.flatMap((place) => membersOf(place, page));
    closed = [{ name: 'Object.prototype', owner: Object.prototype }, ...instances].map((place) => ({
      place,
      known: new Set(shadowsOf(place)),
    }));
  };
  const restore = (): readonly string[] => {
    const changed: Member[] = [];
    // Without methods of arrays, which may be what has changed.
    for (let at = 0; at < members.length; at += 1) {
      const member = members[at];
      if (!member || isUnchanged(member)) continue;
      changed[changed.length] = member;
      defineProperty(member.place.owner, member.key, member.descriptor);
    }
    const added = closed.flatMap(({ place, known }) =>
      shadowsOf(place)
        .filter((key) => !known.has(key))
        .map((key) => ({ place, key })),
    );
    for (const { place, key } of added) deleteProperty(place.owner, key);
    return [...changed, ...added].map(({ place, key }) => `${place.name}.${String(key)}`);
  };
  return {
    remember,
    restore,
    guard: async (work, refusal) => {
      if (pending === 0) remember();
      pending += 1;
      const [outcome] = await Promise.allSettled([work()]);
      pending -= 1;
      const changed = restore();
      if (changed.length > 0) throw refusal(changed);
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
function membersOf(place: Place, page: object): readonly Member[] {
  const keys = place.owner === page ? globals : ownKeys(place.owner);
  return keys.flatMap((key) => {
    const descriptor = getOwnPropertyDescriptor(place.owner, key);
    return descriptor ? [{ place, key, descriptor }] : [];
  });
}

function isUnchanged({ place, key, descriptor }: Member): boolean {
  const now = getOwnPropertyDescriptor(place.owner, key);
  return (
    now !== undefined && is(now.value, descriptor.value) && now.get === descriptor.get && now.set === descriptor.set
  );
}

/**
 * Own members of an instance that hide those of its kind, such as a `history.pushState` of its own; all of
 * `Object.prototype`, which every object has. A new member elsewhere adds something and changes nothing.
 */
function shadowsOf({ owner }: Place): readonly PropertyKey[] {
  const kind: unknown = Object.getPrototypeOf(owner);
  return kind === null ? ownKeys(owner) : ownKeys(owner).filter((key) => key in Object(kind));
}
