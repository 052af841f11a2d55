import type { Mount } from '@device-console/shared-lib/console';
import type { PartKind } from '@device-console/shared-lib/remote/host';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';

interface PartRule {
  /** In sentences. */
  readonly word: string;
  /** Exported under this name or as the module's default. */
  readonly exported: 'Screen' | 'Panel';
  /** Prefix of its id in the log and in reports; screens have none. */
  readonly logPrefix: string;
}

export const partRules: Readonly<Record<PartKind, PartRule>> = {
  screen: { word: 'screen', exported: 'Screen', logPrefix: '' },
  devicePanel: { word: 'panel', exported: 'Panel', logPrefix: 'panel ' },
  homePanel: { word: 'panel of Home', exported: 'Panel', logPrefix: 'home panel ' },
};

/**
 * The module of a part from what its file exports: a component, or `mount` of a remote that fills elements by itself.
 * @throws RemoteLoadError
 */
export async function partModule<Module>(
  kind: PartKind,
  { declaration }: ChosenRelease,
  id: string,
  loaded: unknown,
): Promise<Module> {
  const { word, exported } = partRules[kind];
  const exports: Readonly<Record<string, unknown>> = Object(loaded);
  const { mount } = exports;
  const module: unknown = {
    [exported]: !declaration.mounts
      ? (exports[exported] ?? exports['default'])
      : isMount(mount) && (await mountingCode()).mountedPart(mount),
  };
  if (hasComponent<Module>(module, exported)) return module;
  const wanted = declaration.mounts ? 'function named mount' : `component named ${exported}`;
  throw new RemoteLoadError('malformed', declaration, `The ${word} "${id}" exports no ${wanted}.`);
}

const mountingCode = () => import(/* webpackChunkName: "mounted-part" */ './mounted-part.tsx');

const isMount = (value: unknown): value is Mount => typeof value === 'function';

/** A component is a function, or what React makes of one (memo, forwardRef). */
function hasComponent<Module>(module: unknown, name: string): module is Module {
  const component: unknown = Reflect.get(Object(module), name);
  return typeof component === 'function' || '$$typeof' in Object(component);
}
