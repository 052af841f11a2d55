import { screen, waitFor, within } from '@testing-library/react';
import { NOT_AUTHORISED } from '@device-console/shared-lib/contract';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';
import { anchorOf, importLine } from './part.ts';
import { partGroups } from './parts/index.ts';
import { allTokens } from './tokens/tokens.ts';

const superadmin = { userlevel: 'SUPERADMIN', permissions: [] };
const offered = { allowDevelopment: true };
const ADDRESS = '/superadmin/gallery';

/** The whole page is large, so most tests open it filtered. */
const filtered = (name: string): RenderRoutesOptions => ({ address: `${ADDRESS}?filter=${name}` });

async function open(options: RenderRoutesOptions = {}) {
  const rendered = await renderRoutes({ address: ADDRESS, session: superadmin, config: offered, ...options });
  await waitFor(() => expect(document.querySelector('h1')).toHaveTextContent('Gallery'));
  return rendered;
}

const section = (name: string) => within(screen.getByRole('region', { name }));
const example = (part: string, caption: string) => {
  const figure = section(part).getByText(caption).closest('figure');
  if (!figure) throw new Error(`${part} has no example "${caption}".`);
  return within(figure);
};

describe('what the gallery shows', () => {
  it('is every part with its import and examples, and every token', async () => {
    await open();
    const textsOf = (name: string, tag: string): readonly (string | null)[] =>
      [...(document.getElementById(anchorOf(name))?.getElementsByTagName(tag) ?? [])].map((one) => one.textContent);
    for (const part of partGroups.flatMap(({ parts }) => parts)) {
      expect([part.name, ...textsOf(part.name, 'figcaption')]).toEqual([
        part.name,
        ...part.examples.map(({ caption }) => caption),
      ]);
      expect(textsOf(part.name, 'code')).toContain(importLine(part));
    }
    const names = new Set([...document.querySelectorAll('code')].map(({ textContent }) => textContent));
    expect(allTokens.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  });

  it('the list leads to each section, and a filter narrows both', async () => {
    const { user, address } = await open(filtered('sel'));
    const list = within(screen.getByRole('navigation', { name: 'Parts' }));
    await user.click(list.getByRole('link', { name: 'Select' }));
    expect(address()).toMatch(/#Select$/);
    expect(screen.getByRole('region', { name: 'Select' })).toHaveFocus();

    const filter = screen.getByRole('searchbox', { name: 'Filter by name' });
    // Typed over, since the whole page takes long.
    await user.tripleClick(filter);
    await user.paste('BUTTONCL');
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Button']);
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Button']);
    await user.tripleClick(filter);
    await user.paste('zebra');
    expect(screen.getByText('Nothing is named like "zebra".')).toBeInTheDocument();
  });

  it('an address with a fragment opens at its section', async () => {
    await open({ address: `${ADDRESS}?filter=table#DataTable` });
    expect(screen.getByRole('region', { name: 'DataTable' })).toHaveFocus();
  });

  it('a pending button says what is going on', async () => {
    const { user } = await open(filtered('buttonClass'));
    const pending = example('Button', 'isPending, pendingLabel (press it)');
    await user.click(pending.getByRole('button', { name: 'Send' }));
    expect(pending.getByRole('button', { name: /^Send/ })).toHaveAccessibleName('Send The command is being sent');
  });

  it('a form is sent when its fields pass', async () => {
    const { user } = await open(filtered('form'));
    const form = example('Form', 'onSubmit, aria-label');
    await user.click(form.getByRole('button', { name: 'Send' }));
    expect(form.getByRole('status')).toHaveTextContent('Nothing has been sent.');
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Blue{Enter}');
    expect(form.getByRole('status')).toHaveTextContent('It was sent.');
  });

  it('a dialog opens, asks and closes', async () => {
    const { user } = await open(filtered('ConfirmDialog'));
    await user.click(example('ConfirmDialog', 'typedWord').getByRole('button', { name: 'Ask for a count' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Lock 12 devices?' }));
    expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox'), '12');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  });

  it('the line to import a part is copied', async () => {
    const { user } = await open(filtered('MenuButton'));
    await user.click(section('MenuButton').getByRole('button', { name: 'Copy: import of MenuButton' }));
    expect(
      await section('MenuButton').findByRole('button', { name: 'Copied: import of MenuButton' }),
    ).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(
      "import { MenuButton } from '@device-console/shared-lib/ui/menu';",
    );
  });
});

describe('the theme of the gallery', () => {
  const theme = (name: string) => within(screen.getByRole('group', { name: 'Theme' })).getByRole('button', { name });
  const stages = (part: string, caption: string, role: string) => example(part, caption).getAllByRole(role);

  it('is that of the page, so that dialogs have it too, and ends with it', async () => {
    const { user, unmount } = await open(filtered('buttonClass'));
    expect(document.documentElement).not.toHaveAttribute('data-theme');
    await user.click(theme('Dark'));
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    expect(
      stages('Button', 'variant="primary"', 'button').map((stage) =>
        stage.closest('.dark, .light')?.classList.contains('dark'),
      ),
    ).toEqual([true]);
    await user.click(theme('Light'));
    expect(document.documentElement).toHaveAttribute('data-theme', 'light');
    expect(theme('Light')).toHaveAttribute('aria-pressed', 'true');
    unmount();
    expect(document.documentElement).not.toHaveAttribute('data-theme');
  });

  it('may be both, beside each other, each with a state of its own', async () => {
    const { user } = await open(filtered('checkbox'));
    await user.click(theme('Both'));
    expect(document.documentElement).not.toHaveAttribute('data-theme');
    expect(
      stages('Checkbox', 'Not selected', 'checkbox').map((stage) =>
        stage.closest('.dark, .light')?.classList.contains('dark'),
      ),
    ).toEqual([false, true]);
    const [light, dark] = stages('Checkbox', 'Not selected', 'checkbox');
    if (!light || !dark) throw new Error('There are no two checkboxes.');
    await user.click(light);
    expect(light).toBeChecked();
    expect(dark).not.toBeChecked();
  });
});

describe('who may see the gallery', () => {
  const withNodeEnv = async (value: string, work: () => Promise<void>): Promise<void> => {
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = value;
    try {
      await work();
    } finally {
      process.env['NODE_ENV'] = before;
    }
  };

  it.each(['ADMIN', 'USER'])('N4 %s is refused', async (userlevel) => {
    await renderRoutes({ address: ADDRESS, session: { userlevel }, config: offered });
    expect(await screen.findByText(NOT_AUTHORISED)).toBeInTheDocument();
  });

  it('nobody where the console neither allows development nor is a build for it', async () => {
    await renderRoutes({ address: ADDRESS, session: superadmin });
    expect(await screen.findByText(`There is no screen at ${ADDRESS}.`)).toBeInTheDocument();
  });

  it('superadmins where the host is a development build', () =>
    withNodeEnv('development', async () => {
      await open({ config: {}, ...filtered('Brand') });
    }));

  it('the platform page leads to it where it is, and the menu does not', async () => {
    const { unmount } = await renderRoutes({
      address: '/superadmin/platform',
      session: superadmin,
      config: offered,
    });
    expect(await screen.findByRole('link', { name: 'Gallery' })).toHaveAttribute('href', ADDRESS);
    expect(
      within(screen.getByRole('navigation', { name: 'Console' })).queryByRole('link', { name: 'Gallery' }),
    ).not.toBeInTheDocument();
    unmount();

    await renderRoutes({ address: '/superadmin/platform', session: superadmin });
    await screen.findByRole('button', { name: 'Refresh' });
    expect(screen.queryByRole('link', { name: 'Gallery' })).not.toBeInTheDocument();
  });
});
