// Takes the place of the federation runtime's snapshots in the host's build. The runtime can leave out the plugin that
// uses them (FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN), but not what that plugin asks: they read manifests, and this host
// has its remotes from a signed registry.
export class SnapshotHandler {
  /** No plugin receives snapshots. */
  hooks = { applyPlugin() {} };
  manifestCache = new Map();
}

/** What snapshots know about a remote. */
export const getGlobalRemoteInfo = () => ({});
