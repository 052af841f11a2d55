import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as api from '../api/index.ts';
import * as consoleParts from '../console/index.ts';
import * as contract from '../contract/index.ts';
import * as i18n from '../i18n/index.ts';
import * as remote from '../remote/index.ts';
import * as router from '../router/index.ts';
import * as session from '../session/index.ts';
import * as icons from '../ui/icons/index.ts';
import * as ui from '../ui/index.ts';

type Provided = { readonly lib: () => object } | { readonly get: () => Promise<() => object> };

/** A module in the `shared` option of Module Federation's runtime. */
export type SharedModule = Provided & {
  readonly version: string;
  readonly scope: string;
  readonly shareConfig: { readonly singleton: boolean; readonly requiredVersion: string };
};

const present = (module: object): Provided => ({ lib: () => module });

const fetched = (load: () => Promise<object>): Provided => ({
  get: async () => {
    const module = await load();
    return () => module;
  },
});

const packages: Readonly<Record<string, Provided>> = {
  react: present(react),
  'react/jsx-runtime': present(jsxRuntime),
};

const parts: Readonly<Record<string, Provided>> = {
  api: present(api),
  console: present(consoleParts),
  contract: present(contract),
  i18n: present(i18n),
  remote: present(remote),
  router: present(router),
  session: present(session),
  ui: present(ui),
  'ui/icons': present(icons),
  batch: fetched(() => import('../batch/index.ts')),
  crypto: fetched(() => import('../crypto/index.ts')),
  csv: fetched(() => import('../csv/index.ts')),
  'imei-file': fetched(() => import('../imei-file/index.ts')),
  records: fetched(() => import('../records/index.ts')),
  sheets: fetched(() => import('../sheets/index.ts')),
  'single-command': fetched(() => import('../single-command/index.ts')),
  'ui/chart': fetched(() => import('../ui/chart/index.ts')),
  'ui/date-range': fetched(() => import('../ui/date-range/index.ts')),
  'ui/dialog': fetched(() => import('../ui/dialog/index.ts')),
  'ui/fields': fetched(() => import('../ui/fields/index.ts')),
  'ui/hover': fetched(() => import('../ui/hover/index.ts')),
  'ui/menu': fetched(() => import('../ui/menu/index.ts')),
  'ui/table': fetched(() => import('../ui/table/index.ts')),
  'ui/timeline': fetched(() => import('../ui/timeline/index.ts')),
  'ui/toast': fetched(() => import('../ui/toast/index.ts')),
};

const sharedAt = (version: string, provided: Provided): SharedModule => ({
  ...provided,
  version,
  scope: 'default',
  shareConfig: { singleton: true, requiredVersion: `^${version}` },
});

/**
 * Every module that a remote of this console takes from its host, by share key: for `shared` of the runtime's
 * `createInstance()`. `version` is that of shared-lib, as its package.json has it. What a page needs at once is there,
 * the rest is fetched when a screen asks for it.
 */
export function sharedModules(version: string): Readonly<Record<string, SharedModule>> {
  const ofPackages = Object.entries(packages).map(([key, module]) => [key, sharedAt(react.version, module)] as const);
  const ofSharedLib = Object.entries(parts).map(
    ([subpath, module]) => [`@device-console/shared-lib/${subpath}`, sharedAt(version, module)] as const,
  );
  return Object.fromEntries([...ofPackages, ...ofSharedLib]);
}
