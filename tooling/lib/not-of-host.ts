// Replaces two files of the federation runtime in the host's build. The runtime can omit the plugin that reads
// manifests (FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN), but not the code that only this plugin uses. The host needs
// neither: its remotes come from a signed registry, and its head script preloads their files with hashes.
export class SnapshotHandler {
  /** Hooks about snapshots do nothing. */
  hooks = { applyPlugin() {} };
  manifestCache = new Map();
}

/** The snapshot of a remote: always empty. */
export const getGlobalRemoteInfo = () => ({});

function preload(): never {
  throw new Error('This host has no preloadRemote: its head script preloads.');
}

export {
  preload as defaultPreloadArgs,
  preload as formatPreloadArgs,
  preload as normalizePreloadExposes,
  preload as preloadAssets,
};
