import { audiences, type Audience } from '@device-console/shared-lib/contract';
import { addressOf } from '@device-console/shared-lib/console';
import {
  expectedAt,
  expectedSidebar,
  permissionVisitors,
  visitors,
  type LoggedIn,
  type Outcome,
} from '../testing/access-principles.ts';
import { declaredRemotes } from '../testing/declared-remotes.ts';
import { guardScreen, listedRoutes, navigationFor, screenRoutes, type GuardResult } from './screen-routes.ts';

const remotes = declaredRemotes();
const routes = screenRoutes(remotes);
const paths = [...new Set(remotes.flatMap(({ declaration }) => declaration.screens.map(({ path }) => path)))];
const loggedIn = visitors.filter((visitor) => visitor.session === 'valid');

const outcomes: Readonly<Record<GuardResult, Outcome>> = {
  allowed: 'shown',
  'not-authorised': 'not authorised',
  'to-login': 'login',
  'to-superadmin': 'superadmin twin',
};

function outcomeAt(visitor: LoggedIn, audience: Audience, path: string): Outcome {
  const route = routes.find(({ address }) => address === addressOf(audience, path));
  if (route) return outcomes[guardScreen(visitor, route)];
  return audience === 'superadmin' && visitor.userlevel !== 'SUPERADMIN' ? 'not authorised' : 'no screen';
}

/** What a visitor gets at some paths, under both prefixes: from the guards, and from the principles. */
const both = (visitor: LoggedIn, at: readonly string[]) => {
  const table = (outcome: typeof outcomeAt) =>
    audiences.flatMap((audience) =>
      at.map((path) => `${addressOf(audience, path)}: ${outcome(visitor, audience, path)}`),
    );
  return { guards: table(outcomeAt), principles: table(expectedAt) };
};

describe('who may open what, at every address of every declared screen', () => {
  it.each(loggedIn)('N3 N4 N5 N6 N7 D9 $name', (visitor) => {
    const { guards, principles } = both(visitor, paths);
    expect(guards).toEqual(principles);
  });

  it.each(permissionVisitors)(
    'N4 N5 D20 $permission alone opens its screens and no superadmin address; all others together open none of them',
    ({ alone, others, screens }) => {
      const opened = paths.filter((path) => screens.includes(path));
      expect(opened).not.toEqual([]);
      expect(opened.map((path) => outcomeAt(alone, 'standard', path))).toEqual(opened.map(() => 'shown'));
      for (const visitor of [alone, others]) {
        const { guards, principles } = both(visitor, paths);
        expect(guards).toEqual(principles);
      }
    },
  );

  it.each([...loggedIn, ...permissionVisitors.map(({ alone }) => alone)])(
    'N1 N2 N3 N5 D9 F1 the sidebar of $name, in its order',
    (visitor) => {
      const { menu, more } = navigationFor(visitor, listedRoutes(routes, new Set()));
      expect(menu.map(({ address }) => address)).toEqual(expectedSidebar(visitor, 'menu'));
      expect(more.map(({ address }) => address)).toEqual(expectedSidebar(visitor, 'more'));
    },
  );
});
