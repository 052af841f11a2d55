// Builds the host that remotes are developed under, for the tests that start it.
import { buildDevelopmentHost } from '../development/development-host.ts';

await buildDevelopmentHost((line) => console.log(`  ${line}`));
