import {
  audiences,
  type CallDefinition,
  calls,
  commandList,
  type Holder,
  reports,
} from '@device-console/shared-lib/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from '@device-console/shared-lib/console';
import { declaredRemotes } from '../testing/declared-remotes.ts';
import { specifiedHidden, specifiedSidebars } from '../testing/specified-addresses.ts';
import { accountPage, navigationFor, platformPage, screenRoutes } from './screen-routes.ts';

const routes = screenRoutes(declaredRemotes());
const admin: Holder = { userlevel: 'ADMIN', permissions: [] };
const superadmin: Holder = { userlevel: 'SUPERADMIN', permissions: [] };

const document = readFileSync(join(__dirname, '../../../docs/requirements.md'), 'utf8');
const part = (title: string): string => document.split(`### ${title}\n`)[1]?.split('\n### ')[0] ?? '';
/** The cells of a part's table, without its header. */
const rowsOf = (title: string): readonly (readonly string[])[] =>
  part(title)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
const codesIn = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** The addresses that a cell names: one with a prefix means itself; one without means both of its twins. */
const addressesIn = (cell: string): readonly string[] =>
  codesIn(cell).flatMap((code) =>
    code.startsWith('/') ? [code] : audiences.map((audience) => addressOf(audience, code)),
  );

const specified = new Set([
  ...specifiedSidebars.standard,
  ...specifiedSidebars.superadmin,
  ...specifiedHidden,
  ...specifiedSidebars.standard.concat(specifiedHidden).map((address) => `/superadmin${address}`),
]);

it('N1 N2 N3 N6 D9 every address of the specification is there, but for the pages of the host', () => {
  const there = new Set(routes.map(({ address }) => address));
  const missing = [...specified].filter((address) => !there.has(address));
  expect(missing.toSorted()).toEqual(['/', '/logout', '/superadmin/', '/superadmin/logout']);
});

describe('what docs/requirements.md lists beyond the specification', () => {
  it('is every address that the remotes and the host have besides', () => {
    const own = [platformPage.address, ...audiences.map((one) => addressOf(one, accountPage.path))];
    const besides = [...routes.map(({ address }) => address), ...own].filter((address) => !specified.has(address));
    const listed = rowsOf('Screens and menu entries').flatMap(([address = '']) => addressesIn(address));
    expect(listed.filter((address) => address !== '/superadmin/').toSorted()).toEqual(besides.toSorted());
  });

  it('is every entry that the menus have besides', () => {
    const named = rowsOf('Screens and menu entries').filter(([, entry]) => entry !== '');
    const menus = [admin, superadmin].map((holder) => navigationFor(holder, routes));
    const besides = menus.flatMap(({ menu, more }) => [
      ...menu.filter(({ address }) => address === '/superadmin/'),
      ...more.filter(({ address }) => !specified.has(address)),
    ]);
    expect(besides.map(({ title }) => title)).toEqual([
      'Devices',
      'Batches',
      'Operator Audit',
      'Approvals',
      'Home',
      'Devices',
      'Batches',
      'Operator Audit',
      'Operations',
      'Approvals',
      'Platform',
    ]);
    for (const { address, title } of besides) {
      expect(
        named.filter(([cell = '']) => addressesIn(cell).includes(address)).map(([, entry = '']) => entry.split(',')[0]),
      ).toEqual([title]);
    }
  });

  it('is every report besides, in its order', () => {
    const names = /order: ([^(]+) \(/.exec(part('Reports').replaceAll('\n', ' '))?.[1]?.split(', ');
    expect(reports.slice(13).map(({ report }) => report)).toEqual(names);
  });

  it('is every call and field that the contract marks so', () => {
    const marked = Object.values<CallDefinition>(calls).flatMap(({ path, beyond }) => {
      if (beyond === undefined) return [];
      return [[path, ...(beyond === true ? [] : [...beyond.body, ...beyond.answer])]];
    });
    const copies = commandList.flatMap(({ batch }) => (batch?.isBeyondSpecification ? [[batch.copyPath]] : []));
    expect(
      rowsOf('Calls and fields')
        .flatMap(([paths = '', what = '']) =>
          what.startsWith('all of it') ? codesIn(paths).map((path) => [path]) : [codesIn(`${paths} ${what}`)],
        )
        .toSorted(),
    ).toEqual([...marked, ...copies].toSorted());
  });
});
