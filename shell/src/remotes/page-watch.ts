import { readStack } from '@device-console/shared-lib/telemetry';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import { createBuiltIns } from './built-ins.ts';
import { freePage, isOfFrame } from './frame-elements.ts';
import { watchListeners } from './page-listeners.ts';

/** What becomes of a part that did something to the page. */
export interface WatchedPart {
  /** Takes it away: its own rendering did it, and nobody has worked in it yet. */
  readonly fail: (error: RemoteLoadError) => void;
  /** Says and counts it. The part stays, with what was typed in it: what it did is put right. */
  readonly tell: (error: RemoteLoadError) => void;
  /** Notes it in the log: it may have been somebody else, such as an extension of the browser. */
  readonly doubt: (error: RemoteLoadError) => void;
}

const gravity: Readonly<Record<keyof WatchedPart, number>> = { doubt: 1, tell: 2, fail: 3 };

interface ShownPart extends WatchedPart {
  readonly release: ChosenRelease;
}

/** Takes back what code of remotes does to the whole page, and tells whose code it was. */
export interface PageWatch {
  /** Loads a part. Fails if that changes built-ins. */
  readonly guard: <Result>(release: ChosenRelease, load: () => Promise<Result>) => Promise<Result>;
  /** Watches a part that has just been rendered, until the returned function is called. */
  readonly shown: (release: ChosenRelease, part: WatchedPart) => () => void;
}

/** Of the stack of a call of `addEventListener`: the first frame is the watch's own. */
const CALLER = 1;

/**
 * One per page, made before any code of a remote runs. `onGone` is called for a release that has no part on the page
 * any more.
 */
export function createPageWatch(page: Window & typeof globalThis, onGone: RemoteFailed): PageWatch {
  const builtIns = createBuiltIns(page);
  const later = page.setTimeout.bind(page);
  const parts: ShownPart[] = [];
  const known = new Map<string, ChosenRelease>();
  const partOf = (release: ChosenRelease) => parts.findLast((part) => part.release.baseUrl === release.baseUrl);
  /** By base address, until a part of it is shown again: what it does at once is one failure, unless it gets worse. */
  const blamed = new Map<string, number>();
  const blame = (release: ChosenRelease, error: RemoteLoadError, how: keyof WatchedPart = 'tell'): void => {
    const known = blamed.get(release.baseUrl) ?? 0;
    if (known >= gravity[how]) return;
    blamed.set(release.baseUrl, gravity[how]);
    const part = partOf(release);
    if (part) part[how](error);
    else onGone(release, error);
  };
  /**
   * At the part that was rendered last. Without `byPress`, what changed has changed since the last press, by a timer or
   * an answer, and nothing says whose.
   */
  function look({ part = parts[parts.length - 1], byPress = false } = {}): void {
    const changed = part ? builtIns.restore() : [];
    if (!part || changed.length === 0) return;
    if (byPress) blame(part.release, pageError(part.release, `A press on it changed ${named(changed)}`));
    else blame(part.release, doubtfulError(part.release, changed), 'doubt');
  }
  // Before a press is handled, so that it finds built-ins as they were, and after it.
  for (const type of ['pointerdown', 'keydown', 'popstate']) page.addEventListener(type, () => look(), true);
  for (const type of ['click', 'keyup'])
    page.addEventListener(type, ({ target }) => void later(look, 0, { byPress: !isOfFrame(target) }), true);
  watchListeners(page, {
    ownerOf: (stack) => {
      const caller = readStack(stack)[CALLER]?.url ?? '';
      return [...known].find(([address]) => caller.startsWith(address))?.[1];
    },
    mayStop: (release, target) => partOf(release) !== undefined && !isOfFrame(target),
    onStopped: (release, type) =>
      blame(release, pageError(release, `A listener of it on the whole page stopped "${type}"`)),
  });
  return {
    guard: (release, load) => {
      look();
      known.set(new URL(release.baseUrl, page.document.baseURI).href, release);
      return builtIns.guard(load, (changed) => pageError(release, `While it was loaded, it changed ${named(changed)}`));
    },
    shown: (release, watched) => {
      const part = { release, ...watched };
      parts.push(part);
      blamed.delete(release.baseUrl);
      const changed = builtIns.restore();
      if (changed.length > 0)
        blame(release, pageError(release, `As it was shown, it changed ${named(changed)}`), 'fail');
      return () => {
        look({ part });
        parts.splice(parts.indexOf(part), 1);
        // Once what it removes by itself is gone.
        later(
          () =>
            freePage(page) &&
            blame(release, pageError(release, 'It was left, and something of it still lay over the page')),
        );
      };
    },
  };
}

type RemoteFailed = (release: ChosenRelease, error: RemoteLoadError) => void;

const pageError = ({ declaration }: ChosenRelease, what: string): RemoteLoadError =>
  new RemoteLoadError(
    'built-ins',
    declaration,
    `${what}. The console has put that right. Its code, or a package in it, must leave alone what is not its own.`,
  );

const doubtfulError = ({ declaration }: ChosenRelease, changed: readonly string[]): RemoteLoadError =>
  new RemoteLoadError(
    'built-ins',
    declaration,
    `While it was shown, somebody changed ${named(changed)}: its code, a package in it, or an extension of the ` +
      'browser. The console has put that right.',
  );

const NAMED_CHANGES = 5;

const named = (changed: readonly string[]): string => changed.slice(0, NAMED_CHANGES).join(', ');
