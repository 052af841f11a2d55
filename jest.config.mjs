// All packages in one run; each also has a configuration of its own.
import { readdirSync } from 'node:fs';

const packages = readdirSync(new URL('.', import.meta.url)).filter((name) =>
  /^(shared-lib|shell|mf-.+|reference-api)$/.test(name),
);
const configurations = await Promise.all(packages.map((name) => import(`./${name}/jest.config.mjs`)));

export default { projects: configurations.flatMap(({ default: { projects } }) => projects) };
