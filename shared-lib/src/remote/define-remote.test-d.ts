// Checked by the compiler alone: a line that is marked as an error fails the check when the compiler takes it.
import { defineRemote, type Remote, type ScreenDeclaration, type ScreenModule } from './index.ts';

const load = (): Promise<ScreenModule> => Promise.resolve({ Screen: () => null });
const screen: ScreenDeclaration = { id: 'list', path: 'list', title: 'List', audiences: ['standard'], load };

defineRemote({ id: 'mf-list', owner: 'Team', screens: [screen] }) satisfies Remote;
defineRemote({
  id: 'mf-list',
  owner: 'Team',
  screens: [
    { ...screen, permission: 'Any Name', nav: { order: 1 } },
    { ...screen, roles: ['ADMIN'], nav: { order: 2, audiences: ['standard'] }, refusal: 'login' },
  ],
});

// @ts-expect-error -- a remote names its owner, whom operators turn to when it fails
defineRemote({ id: 'mf-list', screens: [] });
// @ts-expect-error -- a remote has no such field
defineRemote({ id: 'mf-list', owner: 'Team', screens: [], version: '1.0.0' });
// @ts-expect-error -- there is no such role
defineRemote({ id: 'mf-list', owner: 'Team', screens: [{ ...screen, roles: ['OWNER'] }] });
// @ts-expect-error -- there are no such addresses
defineRemote({ id: 'mf-list', owner: 'Team', screens: [{ ...screen, audiences: ['public'] }] });
// @ts-expect-error -- a place in the menu has an order
defineRemote({ id: 'mf-list', owner: 'Team', screens: [{ ...screen, nav: {} }] });
// @ts-expect-error -- a screen is loaded when it is opened, not given
defineRemote({ id: 'mf-list', owner: 'Team', screens: [{ ...screen, load: { Screen: () => null } }] });
defineRemote({
  id: 'mf-list',
  owner: 'Team',
  // @ts-expect-error -- a screen's module exports its component under the name Screen
  screens: [{ ...screen, load: () => Promise.resolve({ default: () => null }) }],
});
