import { memo } from 'react';
import * as v from 'valibot';
import { defineRemote, type Remote, type ScreenDeclaration } from '../remote/index.ts';
import { expectValidRemote } from './index.ts';

const Screen = () => null;
const screen: ScreenDeclaration = {
  id: 'audit',
  path: 'auditReport',
  title: 'Audit Report',
  permission: 'Audit Report',
  audiences: ['standard', 'superadmin'],
  nav: { order: 180 },
  load: async () => ({ Screen }),
};
const good: Remote = {
  id: 'mf-reports',
  owner: 'Reporting team',
  screens: [
    screen,
    {
      ...screen,
      id: 'reports',
      path: 'reports/:report',
      permission: 'Reports',
      load: async () => ({ Screen: memo(Screen) }),
    },
  ],
  contributions: {
    deviceActions: [{ id: 'view-audit', title: 'View Audit', order: 10, screen: 'audit' }],
    devicePanels: [{ id: 'history', title: 'History', order: 1, load: async () => ({ Panel: memo(Screen) }) }],
    homePanels: [{ id: 'due', title: 'Due', order: 1, load: async () => ({ Panel: memo(Screen) }) }],
    searchCommands: [{ id: 'late', title: 'Late devices', order: 1, address: 'reports/late#all' }],
  },
};
const panels = (...each: object[]): Remote => ({
  ...good,
  contributions: {
    devicePanels: each.map((more) => ({
      id: 'p',
      title: 'P',
      order: 1,
      load: async () => ({ Panel: Screen }),
      ...more,
    })),
  },
});
const actions = (screenId: string, ...ids: string[]): Remote => ({
  ...good,
  contributions: { deviceActions: ids.map((id) => ({ id, title: 'A', order: 1, screen: screenId })) },
});
const service = (more: { readonly path: string; readonly roles?: [] }): Remote => ({
  ...good,
  serviceCalls: [{ body: anything, answer: anything, ...more }],
});
const anything = v.looseObject({});
const command = (address: string): Remote => ({
  ...good,
  contributions: { searchCommands: [{ id: 'c', title: 'C', order: 1, address }] },
});

describe('expectValidRemote', () => {
  it('accepts a sound remote', async () => {
    await expect(expectValidRemote(defineRemote(good))).resolves.toBeUndefined();
  });

  it('the two sets of addresses may have a path each', async () => {
    const twins = [
      { ...screen, audiences: ['standard'] as const },
      { ...screen, id: 'other', audiences: ['superadmin'] as const },
    ];
    await expect(
      expectValidRemote({ id: 'mf-reports', owner: 'Reporting team', screens: twins }),
    ).resolves.toBeUndefined();
  });

  const of = (more: object): Remote => ({ ...good, screens: [{ ...screen, ...more }] });
  const faults: [string, Remote][] = [
    ['the id "Reports" must be lower case letters, digits and dashes', { ...good, id: 'Reports' }],
    ['the owner is blank', { ...good, owner: ' ' }],
    ['it has no screens', { ...good, screens: [], contributions: {} }],
    ['two screens are called "audit"', { ...good, screens: [screen, { ...screen, path: 'other' }] }],
    ['two standard paths are called "auditReport"', { ...good, screens: [screen, { ...screen, id: 'other' }] }],
    ['screen "audit": the path "/auditReport" must be words parted by single slashes', of({ path: '/auditReport' })],
    ['screen "audit": the address "login" is the console\'s own', of({ path: 'login' })],
    ['screen "audit": at "auditReport" it must ask for the permission "Audit Report"', of({ permission: undefined })],
    ['screen "audit": it has no audiences', of({ audiences: [] })],
    [
      'screen "audit": the sidebar of superadmin would lead to an address that it does not have',
      of({ audiences: ['standard'], nav: { order: 1, audiences: ['superadmin'] } }),
    ],
    ['screen "audit": its permission is blank', of({ permission: '' })],
    ['screen "audit": roles is empty, so nobody may open it', of({ roles: [] })],
    ['screen "audit": its roles are not of SUPERADMIN, ADMIN, USER', of({ roles: ['BOSS'] })],
    ['screen "audit": anyPermission must name at least one permission', of({ anyPermission: [] })],
    ['screen "audit": its module exports no component named Screen', of({ load: async () => ({ Audit: Screen }) })],
    [
      'screen "audit": its code does not load: Error: chunk gone',
      of({ load: () => Promise.reject(new Error('chunk gone')) }),
    ],
    ['the device action "a" opens the screen "b", which there is not', actions('b', 'a')],
    ['two device actions are called "a"', actions('audit', 'a', 'a')],
    ['contribution "p": it needs an id and a title', panels({ title: ' ' })],
    ['contribution "p": its order is no number', panels({ order: Number.NaN })],
    ['contribution "p": roles is empty, so nobody may open it', panels({ roles: [] })],
    ['contribution "p": its module exports no component named Panel', panels({ load: async () => ({ Screen }) })],
    [
      'contribution "p": its code does not load: Error: gone',
      panels({ load: () => Promise.reject(new Error('gone')) }),
    ],
    ['service call "../x": its path must be plain words parted by slashes', service({ path: '../x' })],
    ['service call "a": roles is empty, so nobody may open it', service({ path: 'a', roles: [] })],
    ['the search command "c" opens "lockDevice", which is no screen of it', command('lockDevice')],
    ['the search command "c" opens "/auditReport", which is no screen of it', command('/auditReport')],
    ['the search command "c" opens "reports/../login", which is no screen of it', command('reports/../login')],
    ['the search command "c" opens "reports/..", which is no screen of it', command('reports/..')],
    ['two panels are called "p"', panels({}, {})],
  ];
  it.each(faults)('refuses a remote: %s', async (problem, remote) => {
    await expect(expectValidRemote(remote)).rejects.toThrow(problem);
  });

  it('names all problems at once', async () => {
    const faulty = { ...of({ path: '/x', title: '' }), contributions: {}, owner: '' };
    const error: unknown = await expectValidRemote(faulty).catch((caught: unknown) => caught);
    expect(String(error).split('\n- ')).toHaveLength(4);
  });
});
