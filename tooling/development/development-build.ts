// The differences of development builds of host and remote: names without hashes, and fast refresh.
import { fileURLToPath } from 'node:url';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import type { DevelopmentParts } from '../webpack-config.ts';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Maps every import of the refresh runtime in the remote to the host's, the only one that React reports to. */
const hostRuntime = ({ request = '' }: { request?: string }, answer: (error?: null, result?: string) => void) =>
  /react-refresh(\/runtime(\.js)?)?$/.test(request) ? answer(null, 'var deviceConsoleRefresh') : answer();

/** For builds of host and remote with fast refresh: edited components replace the shown ones. */
export const refreshing = (): DevelopmentParts => ({
  mode: 'development',
  // The refresh runtime must load before React.
  hostEntry: [here('./refresh-runtime.js'), here('./build-faults.js'), './src/main.ts'],
  remoteRule: { test: /\.tsx?$/, exclude: /node_modules/, loader: here('./swc-refresh-loader.cjs') },
  remote: {
    externals: [hostRuntime],
    // Its overlay writes inline styles, which the page's policy refuses; the host shows build faults itself.
    plugins: [new ReactRefreshPlugin({ overlay: false })],
  },
});

/** For a remote under a deployed host, and so with React's production build. */
export const reloading = (): DevelopmentParts => ({ mode: 'production' });
