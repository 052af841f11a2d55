import type { Remote } from '@device-console/shared-lib/remote';
import type { IntegrityLookup } from './integrity.ts';
import { EntryError } from './remote-load-error.ts';

/** A remote's entry as every build with Module Federation leaves it under the remote's global name. */
export interface Container {
  /** Takes the share scope, from which its modules are taken from then on. */
  readonly init: (shareScope: object) => unknown;
  readonly get: (module: string) => Promise<() => { readonly remote: Remote }>;
}

/**
 * Runs an entry script, in the place of one of the same name that ran before. A script that no accepted registry entry names is not
 * requested at all, but for what a development override lets run without a hash.
 * @throws EntryError
 */
export function loadEntry(url: string, globalName: string, integrity: IntegrityLookup): Promise<Container> {
  const hash = integrity.mayBeUnsigned(url) ? '' : integrity.of(url);
  if (hash === undefined) return Promise.reject(new Error(`${url} has no hash in the registry`));
  const script = Object.assign(document.createElement('script'), { crossOrigin: 'anonymous', integrity: hash, src: url });
  return new Promise<Container>((resolve, reject) => {
    let thrown: string | null = null;
    const onError = ({ filename, message }: ErrorEvent): void => {
      if (filename === url) thrown ??= message;
    };
    window.addEventListener('error', onError);
    const done = (): void => {
      window.removeEventListener('error', onError);
      script.remove();
    };
    script.addEventListener('load', () => {
      done();
      // The script has run just now, so whatever has this name is of its making.
      const container: unknown = Reflect.get(globalThis, globalName);
      Reflect.set(globalThis, globalName, undefined);
      if (thrown !== null) reject(new EntryError('threw', thrown));
      else if (isContainer(container)) resolve(container);
      else reject(new EntryError('malformed', `${url} left no container named ${globalName}`));
    });
    script.addEventListener('error', () => {
      done();
      reject(new EntryError('unreachable', `${url} could not be loaded`));
    });
    document.head.append(script);
  });
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && 'init' in value && typeof value.init === 'function' && 'get' in value && typeof value.get === 'function';
}
