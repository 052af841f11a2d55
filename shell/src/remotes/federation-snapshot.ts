import type { Release } from '../releases/release.ts';
import { consoleVersion, providedVersions } from './provided-modules.ts';

/** No list of files: the registry names them, and nothing asks the runtime for them. */
const noFiles = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };

const described = { remoteTypes: '', remoteTypesZip: '', consumerList: [], remotesInfo: {} };

const shared = (versions: Readonly<Record<string, string>>) =>
  Object.entries(versions).map(([sharedName, version]) => ({ sharedName, version, assets: noFiles }));

/**
 * Shows the host, what it provides and the release that was just loaded to Module Federation's devtools, which read it
 * from this global.
 */
export function announceRelease(name: string, { baseUrl, declaration }: Release): void {
  const { moduleInfo } = globalThis.__FEDERATION__;
  const { id, version, entry, contract, shared: packages } = declaration;
  const before = moduleInfo['shell'];
  const remotesInfo = before && 'remotesInfo' in before ? before.remotesInfo : {};
  moduleInfo['shell'] = {
    ...described,
    version: consoleVersion,
    buildVersion: '',
    shared: shared(providedVersions),
    remotesInfo: { ...remotesInfo, [name]: { matchedVersion: version } },
  };
  moduleInfo[name] = {
    ...described,
    version,
    buildVersion: baseUrl,
    publicPath: baseUrl,
    remoteEntry: entry.file,
    remoteEntryType: 'global',
    globalName: id,
    consumerList: ['shell'],
    modules: [{ moduleName: 'remote', modulePath: './remote', assets: noFiles }],
    shared: shared({
      ...packages,
      ...Object.fromEntries(
        Object.entries(contract).map(([subpath, range]) => [`@device-console/shared-lib/${subpath}`, range]),
      ),
    }),
  };
}
