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
import { subpaths } from './part.ts';
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
});
