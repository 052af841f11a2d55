// Takes the place of two files of the federation runtime in the host's build. The runtime can leave out the plugin that
// reads manifests (FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN), but not what that plugin alone uses: this host has its
// remotes from a signed registry, and its head script preloads their files with hashes.
export class SnapshotHandler {
  /** No plugin hears of snapshots. */
  hooks = { applyPlugin() {} };
  manifestCache = new Map();
}

/** What snapshots know of a remote. */
export const getGlobalRemoteInfo = () => ({});

/** @type {() => never} */
function preload() {
  throw new Error('This host has no preloadRemote: its head script preloads.');
}

export {
  preload as defaultPreloadArgs,
  preload as formatPreloadArgs,
  preload as normalizePreloadExposes,
  preload as preloadAssets,
};
