import { cleanup, screen, waitFor } from '@testing-library/react';
import { audiences, NOT_AUTHORISED, type Audience } from '@device-console/shared-lib/contract';
import { addressOf } from '@device-console/shared-lib/console';
import { expectedAt, visitors, type Outcome, type Visitor } from '../testing/access-principles.ts';
import { declaredRemotes } from '../testing/declared-remotes.ts';
import { handClock } from '../testing/hand-clock.ts';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';
import { registryDocument } from '../testing/test-registry.ts';

const HOUR = 3_600_000;
/** Each test visits a screen of every kind, which takes long on a busy computer. */
const MANY_ADDRESSES_MS = 120_000;
const remotes = declaredRemotes();
const declared = remotes.flatMap(({ id: remote, declaration }) =>
  declaration.screens.map(({ id, path }) => ({ path, code: `${remote}/${id}` })),
);
const hostPages = ['', 'platform', 'account'].map((path) => ({ path, code: null }));
/** Of cells that are the same for every visitor, only the first: access-matrix.test.ts covers how the others differ. */
const kindsOfCells = [
  ...new Map(
    [...hostPages, ...declared].toReversed().map((cell) => {
      const outcomes = visitors.flatMap((one) => audiences.map((audience) => expectedAt(one, audience, cell.path)));
      return [`${outcomes.join()} ${cell.code === null}`, cell] as const;
    }),
  ).values(),
];
function optionsOf(visitor: Visitor): RenderRoutesOptions {
  const registry = Promise.resolve(registryDocument(remotes));
  if (visitor.session === 'none') return { registry, session: null };
  if (visitor.session === 'valid')
    return { registry, session: { userlevel: visitor.userlevel, permissions: visitor.permissions } };
  const clock = handClock();
  clock.advance(25 * HOUR);
  return { registry, clock };
}

const addressOfCell = (audience: Audience, path: string): string =>
  addressOf(audience, path.replace(':report', 'register'));

const shownHeading = (): string | undefined => document.querySelector('h1')?.textContent ?? undefined;

/**
 * Goes to an address; returns what is there and which code was fetched for it. A visitor stays on one page, and opens a
 * new one after a login page, which ends a session.
 */
function createVisit(visitor: Visitor) {
  let page: Awaited<ReturnType<typeof renderRoutes>> | undefined;
  return async (audience: Audience, path: string) => {
    const address = addressOfCell(audience, path);
    const earlier = page?.loader.asked.length ?? 0;
    if (page) await page.goTo(address);
    else page = await renderRoutes({ ...optionsOf(visitor), address });
    await waitFor(() => expect(shownHeading()).toBeDefined());
    const outcome = outcomeAt(page.address(), address, addressOfCell('superadmin', path));
    const fetched = page.loader.asked.slice(earlier);
    if (/login$/.test(outcome)) {
      page.unmount();
      page = undefined;
    }
    return { outcome, fetched };
  };
}

function outcomeAt(current: string, address: string, twin: string): Outcome {
  if (current === '/login') return 'login';
  if (current === '/superadmin/login') return 'superadmin login';
  if (screen.queryByText(NOT_AUTHORISED)) return 'not authorised';
  if (screen.queryByText(/^There is no screen at /)) return 'no screen';
  if (!/^((Dashboard|Platform|My account)$|Screen )/.test(shownHeading() ?? ''))
    throw new Error(`${address} shows "${String(shownHeading())}".`);
  if (current === address) return 'shown';
  if (current === twin) return 'superadmin twin';
  throw new Error(`${address} led to ${current}.`);
}

it.each(visitors)(
  'S4 S10 N3 N4 N5 N6 N7 D9 what $name sees at an address of each kind; code is fetched for what is shown alone',
  async (visitor) => {
    for (const audience of audiences) {
      const visit = createVisit(visitor);
      for (const { path, code } of kindsOfCells) {
        const outcome = expectedAt(visitor, audience, path);
        const isShown = outcome === 'shown' || outcome === 'superadmin twin';
        expect({ address: addressOf(audience, path), ...(await visit(audience, path)) }).toEqual({
          address: addressOf(audience, path),
          outcome,
          fetched: isShown && code !== null ? [code] : [],
        });
      }
      cleanup();
    }
  },
  MANY_ADDRESSES_MS,
);
