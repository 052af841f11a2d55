import { type Remote } from '@device-console/shared-lib/remote';
import { partsOf } from '@device-console/shared-lib/remote/host';
import type { Federation, OpenRelease } from './federation.ts';
import { createIntegrityLookup } from './integrity.ts';
import type { ChosenRelease, Release } from '../releases/release.ts';
import { declaredScreen, registryEntry } from '../testing/test-registry.ts';
import type { PageWatch } from './page-watch.ts';
import { createRemoteLoader } from './remote-loader.ts';
import { createRemoteLog } from './remote-log.ts';

export const Screen = () => null;
/** mf-x with one screen. */
export const remoteOf = (load: Remote['screens'][number]['load']): Remote => ({
  id: 'mf-x',
  owner: 'X team',
  screens: [{ id: 'one', path: 'one', title: 'One', audiences: ['standard'], load }],
});

/** Has the form of a hash. */
export const HASH = `sha384-${'A'.repeat(64)}`;
export const asset = (file: string, integrity = HASH) => ({ file, kind: 'script' as const, integrity });

const one = declaredScreen('one', { assets: [asset('e.js'), asset('one.js')] });

/** A release of mf-x in a registry. */
export const releaseOf = (
  baseUrl = 'http://localhost/1/',
  more: Partial<ChosenRelease['declaration']> = {},
): ChosenRelease => ({
  ...registryEntry('mf-x', [one], {
    version: '1.4.0',
    contract: { ui: '^1.0.0' },
    entry: asset('e.js'),
    assets: [asset('e.js'), asset('one.js')],
    ...more,
  }),
  baseUrl,
});

/** Of a page that no code changes. */
const watch: PageWatch = { guard: (_, load) => load(), shown: () => () => undefined };

/** A loader over a federation that loads containers this way, with its reports. */
export function surround(loadContainer: (release: Release) => Promise<Remote>) {
  const federation: Federation = {
    providedVersions: { '@device-console/shared-lib/ui': '1.0.0' },
    open: (release) => {
      const container = loadContainer(release);
      const load: OpenRelease['load'] = async (kind, wanted) =>
        partsOf(await container)
          .find((one) => one.kind === kind && one.part.id === wanted)
          ?.part.load();
      return { load, close: async () => undefined };
    },
  };
  const integrity = createIntegrityLookup('http://localhost/');
  const log = createRemoteLog(() => 7);
  return {
    integrity,
    log,
    loader: createRemoteLoader({ federation, integrity, log, watch, apiVersion: '1.0.0' }),
  };
}

export const loaderWith = (...given: Parameters<typeof surround>) => surround(...given).loader;

/** The error of webpack's runtime about a screen's file. */
export const chunkErrorOf = (type: string) =>
  Object.assign(new Error(`Loading chunk one failed.\n(${type}: http://localhost/1/one.js)`), {
    name: 'ChunkLoadError',
    type,
  });
