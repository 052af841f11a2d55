import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, within } from '@testing-library/react';
import { renderConsole } from '@device-console/shared-lib/testing';
import { examples } from './examples.tsx';
import { GalleryScreen } from './gallery-screen.tsx';

const sharedLib = join(__dirname, '../../../shared-lib');
const { exports }: { exports: Record<string, string> } = JSON.parse(
  readFileSync(join(sharedLib, 'package.json'), 'utf8'),
);
const published = Object.entries(exports)
  .map(([key, path]) => [key.replace('./', ''), path] as const)
  .filter(([subpath]) => /^ui(\/(?!host$)[a-z-]+)?$/.test(subpath));

/** A component begins with a capital; a constant is none, nor is a context, which shows nothing. */
const isComponent = ([name, value]: readonly [string, unknown]): boolean =>
  /^[A-Z][a-z]/.test(name) && !(typeof value === 'object' && value !== null && 'Provider' in value);

describe('the gallery', () => {
  it('has every subpath of ui that remotes are given', () =>
    expect(Object.keys(examples)).toEqual(published.map(([subpath]) => subpath)));

  it.each(published)('has an example of every component of %s', async (subpath, path) => {
    const module: object = await import(join(sharedLib, path));
    const components = Object.entries(module).filter(isComponent);
    expect(Object.keys(examples[subpath] ?? {}).toSorted()).toEqual(components.map(([name]) => name).toSorted());
  });

  it('shows each with its import, without a warning, and every token of tokens.css', async () => {
    const css = readFileSync(join(sharedLib, 'src/ui/tokens.css'), 'utf8');
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = css;
    await renderConsole(<GalleryScreen />);
    for (const [subpath, parts] of Object.entries(examples))
      for (const name of Object.keys(parts))
        expect(document.getElementById(name)).toHaveTextContent(
          `import { ${name} } from '@device-console/shared-lib/${subpath}';`,
        );
    const shown = within(screen.getByRole('region', { name: 'Tokens' })).getAllByRole('listitem');
    const written = new Set([...css.matchAll(/^ {2,}(--[\w-]+):/gm)].map(([, name]) => name));
    expect(shown.map((item) => item.querySelector('code')?.textContent)).toEqual([...written]);
    style.remove();
  });
});
