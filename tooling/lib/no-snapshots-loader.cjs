/**
 * A webpack loader. FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN takes the plugin for manifests out of Module Federation's
 * runtime, and leaves the code that the plugin alone calls. The library has a stand-in for that code; this makes its
 * core use it.
 */
const MADE = 'USE_REMOTE ? new SnapshotHandler(this)';

/**
 * @this {import('webpack').LoaderContext<unknown>}
 * @param {string} source
 */
module.exports = function withoutSnapshots(source) {
  if (!source.includes(MADE)) throw new Error(`${this.resourcePath} makes its SnapshotHandler in another way now.`);
  return source.replace(MADE, 'USE_REMOTE && USE_SNAPSHOT ? new SnapshotHandler(this)');
};
