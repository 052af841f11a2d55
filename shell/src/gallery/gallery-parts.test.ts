import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ui from '@device-console/shared-lib/ui';
import * as chart from '@device-console/shared-lib/ui/chart';
import * as dateRange from '@device-console/shared-lib/ui/date-range';
import * as dialog from '@device-console/shared-lib/ui/dialog';
import * as hover from '@device-console/shared-lib/ui/hover';
import * as icons from '@device-console/shared-lib/ui/icons';
import * as menu from '@device-console/shared-lib/ui/menu';
import * as table from '@device-console/shared-lib/ui/table';
import * as timeline from '@device-console/shared-lib/ui/timeline';
import * as toast from '@device-console/shared-lib/ui/toast';
import { subpaths, type Part } from './part.ts';
import { partGroups } from './parts/index.ts';

const modules: Readonly<Record<(typeof subpaths)[number], object>> = {
  ui,
  'ui/chart': chart,
  'ui/date-range': dateRange,
  'ui/dialog': dialog,
  'ui/hover': hover,
  'ui/icons': icons,
  'ui/menu': menu,
  'ui/table': table,
  'ui/timeline': timeline,
  'ui/toast': toast,
};
const parts = partGroups.flatMap((group) => group.parts);
const repository = join(__dirname, '../../..');

/** The declarations of a subpath as they are recorded for remotes. */
const typesOf = (from: Part['from']): string =>
  readFileSync(join(repository, 'shared-lib/public-types', `${from.replace('/', '-')}.api.md`), 'utf8');
const membersIn = (text: string): readonly string[] =>
  [...text.matchAll(/^ {4}readonly '?([\w-]+)'?\??:/gm)].map(([, name = '']) => name);

/**
 * The declared props of a type, with those of the types of the same record that its first line names; what it takes
 * over by Omit is shown where it comes from.
 */
function propsOf(types: string, name: string): readonly string[] {
  const [declaration = ''] = new RegExp(`^(export )?(interface|type) ${name}\\b.*(\n[ |}].*)*`, 'm').exec(types) ?? [];
  const [head = ''] = declaration.replace(/Omit<[^>]*>/g, '').split('\n');
  const named = [...head.matchAll(/\b[A-Z]\w+/g)].map(([other]) => other).filter((other) => other !== name);
  return [...named.flatMap((other) => propsOf(types, other)), ...membersIn(declaration)];
}

/** The props that a component takes, but those of the DOM and of the UI kit that it hands on. */
function ownProps({ name, from }: Part): readonly string[] {
  const types = typesOf(from);
  const [, parameters = ''] = new RegExp(`export function ${name}\\b([\\s\\S]*?)\\): `).exec(types) ?? [];
  const [, type = ''] = /: (\w+)(?:<\w+>)?$/.exec(parameters) ?? [];
  return [...(type === '' ? [] : propsOf(types, type)), ...membersIn(parameters)];
}

describe('the parts of the gallery', () => {
  it.each(subpaths)('are everything that %s exports', (from) => {
    const shown = parts
      .filter((part) => part.from === from)
      .flatMap(({ name, with: others = [] }) => [name, ...others]);
    expect(shown.toSorted()).toEqual(Object.keys(modules[from]).toSorted());
  });

  it('leave no subpath of ui out', () => {
    const { exports }: { exports: object } = JSON.parse(
      readFileSync(join(repository, 'shared-lib/package.json'), 'utf8'),
    );
    const published = Object.keys(exports)
      .map((key) => key.replace('./', ''))
      .filter((key) => /^ui(\/[a-z-]+)?$/.test(key));
    expect([...subpaths].toSorted()).toEqual(published.toSorted());
  });

  it('have each a name, examples and captions of their own', () => {
    expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
    for (const { name, examples } of parts) {
      expect({ name, examples: examples.length }).not.toEqual({ name, examples: 0 });
      expect({ name, captions: new Set(examples.map(({ caption }) => caption)).size }).toEqual({
        name,
        captions: examples.length,
      });
    }
  });

  it('show every prop that a component has of its own', () => {
    const read = parts.map((part) => ({ part, props: ownProps(part) }));
    // All others have props of their own besides children; those of PasswordField are TextField's.
    expect(
      read
        .filter(({ props }) => props.every((prop) => prop === 'children'))
        .map(({ part }) => part.name)
        .filter((name) => /^[A-Z]/.test(name))
        .toSorted(),
    ).toEqual(['Brand', 'Digits', 'HiddenText', 'PasswordField', 'ShortText', 'TableColumnsContext']);
    const missing = read.flatMap(({ part: { name, examples }, props }) => {
      const words = new Set(examples.flatMap(({ caption }) => caption.split(/[^\w-]+/)));
      return props.filter((prop) => prop !== 'children' && !words.has(prop)).map((prop) => `${name} ${prop}`);
    });
    expect(missing).toEqual([]);
  });
});
