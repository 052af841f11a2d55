interface Owners<Owner> {
  /** Whose code called, by the stack of the call; undefined for the host's own. */
  readonly ownerOf: (stack: string) => Owner | undefined;
  /** Whether code of this owner may stop a press on the target. */
  readonly mayStop: (owner: Owner, target: EventTarget | null) => boolean;
  /** Its listener has stopped a press that it may not stop, and is removed. */
  readonly onStopped: (owner: Owner, type: string) => void;
}

type Listener = EventListenerOrEventListenerObject;

/** By which an operator presses something. */
const presses = /^(pointer(down|up)|mouse(down|up)|touch(start|end)|click|key(down|up|press))$/;
/** Those that press, or lead away. Other keys may be shortcuts. */
const keys = ['Enter', ' ', 'Tab', 'Escape'];
const stoppers = ['stopPropagation', 'stopImmediatePropagation', 'preventDefault'] as const;

/**
 * Watches listeners that come before all others: those for capturing on window, document, `html` and `body` that code
 * of remotes adds from now on. A press that one of them stops, and may not stop, goes on as if it had not.
 */
export function watchListeners<Owner>(page: Window & typeof globalThis, owners: Owners<Owner>): void {
  const { document } = page;
  const { prototype } = page.EventTarget;
  const { addEventListener, removeEventListener } = prototype;
  const watched = new WeakMap<Listener, Listener>();
  const isPage = (target: EventTarget): boolean =>
    target === page || target === document || target === document.documentElement || target === document.body;

  function watch(owner: Owner, listener: Listener): Listener {
    const instead: Listener = watched.get(listener) ?? {
      handleEvent(event) {
        const { currentTarget, target, type } = event;
        const handle = (): void => {
          if (typeof listener === 'function') Reflect.apply(listener, currentTarget, [event]);
          else listener.handleEvent(event);
        };
        if (!isPress(event) || owners.mayStop(owner, target)) handle();
        else if (stopsPress(event, handle)) {
          if (currentTarget) removeEventListener.call(currentTarget, type, instead, true);
          owners.onStopped(owner, type);
        }
      },
    };
    watched.set(listener, instead);
    return instead;
  }

  prototype.addEventListener = function add(this: EventTarget | undefined, type, listener, options) {
    const target = this ?? page;
    const mayComeFirst = listener !== null && isCapturing(options) && isPage(target);
    const owner = mayComeFirst ? owners.ownerOf(new Error().stack ?? '') : undefined;
    addEventListener.call(target, type, listener && owner ? watch(owner, listener) : listener, options);
  };
  prototype.removeEventListener = function remove(this: EventTarget | undefined, type, listener, options) {
    const target = this ?? page;
    const instead = listener && watched.get(listener);
    if (instead) removeEventListener.call(target, type, instead, options);
    removeEventListener.call(target, type, listener, options);
  };
}

const isCapturing = (options: boolean | AddEventListenerOptions | undefined): boolean =>
  typeof options === 'object' ? options.capture === true : options === true;

const isPress = (event: Event): boolean =>
  presses.test(event.type) && (!('key' in event) || typeof event.key !== 'string' || keys.includes(event.key));

/** True if the handler would have stopped the event, which goes on. */
function stopsPress(event: Event, handle: () => void): boolean {
  let isStopped = false;
  const value = (): void => {
    isStopped = true;
  };
  for (const name of stoppers) Object.defineProperty(event, name, { value, configurable: true });
  try {
    handle();
  } finally {
    for (const name of stoppers) Reflect.deleteProperty(event, name);
  }
  return isStopped;
}
