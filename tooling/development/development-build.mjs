// What the builds of host and remote differ in during development: names without hashes, and fast refresh.
import { fileURLToPath } from 'node:url';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** The host's entry: the refresh runtime has to be there before React is. */
export const developmentEntry = [here('./refresh-runtime.mjs'), './src/main.tsx'];

/** The rule for TypeScript of a remote under development. */
export const refreshRule = { test: /\.tsx?$/, exclude: /node_modules/, loader: here('./swc-refresh-loader.cjs') };

/** In the remote every way to the refresh runtime leads to the host's: React tells only that one what it shows. */
const hostRuntime = ({ request }, answer) =>
  /react-refresh(\/runtime(\.js)?)?$/.test(request) ? answer(null, 'var deviceConsoleRefresh') : answer();

/** Additions to a remote's configuration. */
export function developmentRemote() {
  return {
    externals: [hostRuntime],
    // Its overlay writes inline styles, which the page's policy refuses; faults stand in the terminal and in the
    // browser's console.
    plugins: [new ReactRefreshPlugin({ overlay: false })],
  };
}
