import { act, screen, waitFor, within } from '@testing-library/react';
import { noteGatewayAtom } from '../common/device-gateway.ts';
import { openConsole } from '../testing/open-console.ts';

const IMEI = '490154203237518';
const KNOX = { gateway: 'Knox Guard', commands: 'lock,unlock,notify,release' };
const admin = { userlevel: 'ADMIN', permissions: [] };

/** A console whose server has told of its gateway. */
async function openLimited(address = '/', gateway = KNOX) {
  const page = await openConsole({ address, session: admin });
  act(() => page.store.set(noteGatewayAtom, gateway));
  return page;
}

const menu = () => within(screen.getByRole('navigation', { name: 'Console' }));
const entries = () => menu().getAllByRole('link', { name: /(Device|Wallpaper|Notification|Alarm)/ });
const texts = () => entries().map(({ textContent }) => textContent);

it('N1 N5 the menu has what the gateway does not offer at its end, under a caption', async () => {
  const { user } = await openLimited();
  expect(texts().slice(-3)).toEqual(['Set Wallpaper', 'Activate Alarm', 'Deactivate Alarm']);
  const caption = menu().getByText('Not offered');
  expect(caption.parentElement).toHaveTextContent('Not offeredSet Wallpaper');
  await user.type(screen.getByRole('textbox', { name: 'Find in the menu' }), 'd');
  expect(menu().getByText('Not offered').parentElement).toHaveTextContent(/^Not offeredDeactivate Alarm/);
});

it('N5 the screen of such a command says so in place of its form, its batch and its code', async () => {
  const { loader } = await openLimited('/setWallpaper');
  expect(await screen.findByText('Knox Guard does not offer this command')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Screen setWallpaper' })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Set Wallpaper' })).toBeVisible();
  expect(screen.getByText(/go to the phones by Knox Guard, which has none for Set Wallpaper/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
  expect(loader.asked.filter((asked) => asked.endsWith('/lock'))).toEqual([]);
});

it('N5 Q1 the search lists them as not offered, and sends and batches only the others', async () => {
  const { user } = await openLimited();
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox');
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  await user.paste('wallpaper');
  await waitFor(() => expect(options()).toEqual(['Set WallpaperNot offered']));
  await user.clear(field);
  await user.paste(`${IMEI} 356938035643809`);
  await waitFor(() => expect(options()).toContain('Lock Device'));
  expect(options().filter((text) => /Wallpaper|Alarm/.test(text ?? ''))).toEqual([]);
});

it.each([
  ['the simulator', { gateway: 'simulator', commands: null }],
  ['a provider that names no commands', { gateway: null, commands: null }],
])('N5 behind %s everything is as it was', async (_name, facts) => {
  const page = await openConsole({ address: '/setWallpaper', session: admin });
  const before = texts();
  act(() => page.store.set(noteGatewayAtom, facts));
  expect(texts()).toEqual(before);
  expect(screen.getByRole('heading', { name: 'Screen setWallpaper' })).toBeVisible();
});
