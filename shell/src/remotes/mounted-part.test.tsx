import { act, screen } from '@testing-library/react';
import { calls } from '@device-console/shared-lib/contract';
import type { Mount, MountProps } from '@device-console/shared-lib/console';
import { replacePermissionsAtom } from '@device-console/shared-lib/session/host';
import { renderScreen } from '@device-console/shared-lib/testing';
import { mountedPart } from './mounted-part.tsx';

/** A part that writes its own text, with what the console gave it. */
async function mounted(address = '/superadmin/warranty') {
  const given: MountProps[] = [];
  const unmount = jest.fn();
  const mount: Mount = (element, props) => {
    given.push(props);
    element.textContent = 'Drawn by itself';
    return unmount;
  };
  const rendered = await renderScreen(mountedPart(mount), { address, screenId: 'warranty' });
  const [props] = given;
  if (!props) throw new Error('It was not mounted.');
  return { ...rendered, props, given, unmount };
}

it('a part fills its element once, and is told when it goes', async () => {
  const { props, given, unmount, goTo } = await mounted();
  expect(screen.getByText('Drawn by itself')).toBeInTheDocument();
  expect([props.screenId, props.language, props.imei]).toEqual(['warranty', 'en', undefined]);
  await goTo('/superadmin/warranty#other');
  expect([given.length, unmount.mock.calls.length]).toEqual([1, 0]);
  await act(async () => props.navigate(props.to('users')));
  expect(unmount).toHaveBeenCalledTimes(1);
});

it('its session is the present one, and its calls are those of the console', async () => {
  const { props, store, api } = await mounted();
  expect(props.session().email).toBe(api.session.email);
  act(() => void store.set(replacePermissionsAtom, []));
  expect(props.session().permissions).toEqual([]);
  await act(() => props.api.call(calls.homeData, {}));
  expect(api.requests.map(({ path }) => path)).toEqual([calls.homeData.path]);
  expect(props.to('users')).toBe('/superadmin/users');
});
