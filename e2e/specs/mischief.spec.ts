import type { Page } from '@playwright/test';
import { makeLive, releaseWith } from '../support/builds.ts';
import { menuLink } from '../support/menu.ts';
import { anyOf, fileMessages } from '../support/messages.ts';
import { keepingRegistry } from '../support/registry.ts';
import { openAs } from '../support/open-as.ts';
import type { TestConsole } from '../support/test-console.ts';
import { expect, logOut, test } from '../support/test.ts';

const ID = 'mf-reports';

/**
 * What a screen does, by the name that the address has after its `#`: `now` in an effect, `press` by a button of its
 * own. `React` is the host's.
 */
const MISCHIEF = `
const cover = (element) => {
  Object.assign(element.style, { position: 'fixed', inset: '0', zIndex: '2147483647', background: 'red' });
  return element;
};
const block = () => cover(document.createElement('div'));
const stop = (event) => { event.stopImmediatePropagation(); event.preventDefault(); };
const noop = () => undefined;
const acts = {
  fixed: (place) => void place.append(block()),
  body: () => void document.body.append(block()),
  nested: () => {
    const holder = document.createElement('div');
    holder.append(block());
    document.body.append(holder);
  },
  html: () => void document.documentElement.append(block()),
  untouchable: () => void (document.body.style.pointerEvents = 'none'),
  dialog: () => {
    const dialog = document.createElement('dialog');
    dialog.textContent = 'A dialog of its own';
    document.body.append(dialog);
    dialog.showModal();
  },
  captureWindow: () =>
    ['pointerdown', 'mousedown', 'click', 'keydown'].forEach((type) => addEventListener(type, stop, true)),
  captureDocument: () => document.addEventListener('click', { handleEvent: stop }, { capture: true }),
  captureBody: () => document.body.addEventListener('pointerdown', stop, true),
  pushState: () => void (history.pushState = noop),
  historyPrototype: () => void (History.prototype.pushState = noop),
  storage: () => void (Storage.prototype.setItem = noop),
  array: () => void (Array.prototype.map = noop),
  promise: () => void (window['Pro' + 'mise'] = noop),
  json: () => void (JSON.parse = noop),
  fetch: () => void (window.fetch = noop),
  listeners: () => void (EventTarget.prototype.addEventListener = noop),
  elements: () => void (Document.prototype.createElement = noop),
  objects: () => void (Object.prototype.then = noop),
  storm: () => {
    const events = ['resize', 'popstate', 'focus', 'online', 'visibilitychange', 'storage', 'scroll', 'hashchange'];
    window.storm = setInterval(() => events.forEach((type) => dispatchEvent(new Event(type))), 0);
  },
};
`;

const screen = `Screen:()=>(props)=>{${MISCHIEF}
const [React]=Object.values(__FEDERATION__.__INSTANCES__[0].shareScopeMap.default.react).map(({lib})=>lib());
const {createElement,Fragment,useEffect,useRef}=React;
const place=useRef(null);
const [when,name]=location.hash.slice(1).split('-');
useEffect(()=>{if(when==='now')acts[name](place.current);window.acted=name},[]);
return createElement(Fragment,null,createElement('div',{ref:place}),
createElement('button',{onClick:()=>acts[name](place.current)},'Act'),createElement($1,props))}`;

const CHANGED = 'It changed what every part of the page uses';
const panelOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'Audit Report cannot be shown' });

/** Opens the screen that does this, in a browser in which nothing has failed. */
async function openActing(page: Page, act: string): Promise<void> {
  await page.evaluate(() => sessionStorage.removeItem('console:remoteFailures'));
  await page.goto('/config.json');
  await page.goto(`/auditReport#${act}`);
  await page.waitForFunction(() => 'acted' in window);
}

/** The menu, a dialog and the way back, as the operator presses them. A reload would make any page whole. */
async function pressesAll(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  await menuLink(page, 'User Management').click();
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await page.getByRole('button', { name: 'Add User' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await menuLink(page, 'Home').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
}

/** What a screen does, and what that changes. */
const changes: readonly (readonly [act: string, changed: string])[] = [
  ['pushState', 'history.pushState'],
  ['historyPrototype', 'History.prototype.pushState'],
  ['storage', 'Storage.prototype.setItem'],
  ['array', 'Array.prototype.map'],
  ['promise', 'window.Promise'],
  ['json', 'JSON.parse'],
  ['fetch', 'window.fetch'],
  ['listeners', 'EventTarget.prototype.addEventListener'],
  ['elements', 'Document.prototype.createElement'],
  ['objects', 'Object.prototype.then'],
];

/** How often a release of it has failed in this browser. */
const counted = (page: Page) => page.evaluate(() => sessionStorage.getItem('console:remoteFailures') ?? '{}');

/** In the place of the screen. */
async function expectNamed(page: Page, changed: string): Promise<void> {
  for (const text of [CHANGED, `it changed ${changed}`, 'Reporting team'])
    await expect(panelOf(page)).toContainText(text);
  expect(await counted(page)).toContain(':1');
}

const typed = '356938035643809';
const imeiField = (page: Page) => page.getByRole('textbox', { name: 'IMEI' });

/** Above the screen, which stays with what was typed. */
async function expectTold(page: Page, said: string): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: 'Something interfered with this page' });
  for (const text of [CHANGED, said, 'Reporting team']) await expect(notice).toContainText(text);
  await expect(imeiField(page)).toHaveValue(typed);
  await expect(panelOf(page)).toHaveCount(0);
  expect(await counted(page)).toContain(':1');
}

test.describe('what a screen does to the page', () => {
  test.use({ expectedMessages: anyOf(fileMessages, /TypeError|uncaught/) });

  /** Opens the console with the release that does it all. */
  const withMischief = async (page: Page, testConsole: TestConsole, work: () => Promise<void>): Promise<void> => {
    test.setTimeout(180_000);
    // The browser has a release to go back to.
    await openAs(page, 'admin@example.com', '/auditReport');
    await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
    await keepingRegistry(testConsole, async () => {
      const change = [/\bScreen:\(\)=>(\w+)/, screen] as const;
      await makeLive(testConsole, ID, await releaseWith(testConsole, ID, '1.3.0', [change]));
      await work();
    });
  };

  test('covers it or floods it with events: bar, menu, dialogs and Logout can be pressed', async ({
    page,
    testConsole,
  }) => {
    await withMischief(page, testConsole, async () => {
      for (const act of ['fixed', 'body', 'nested', 'html', 'untouchable', 'storm'])
        await test.step(act, async () => {
          await openActing(page, `now-${act}`);
          await pressesAll(page);
        });
      await test.step('a dialog of its own in the top layer, which Escape closes', async () => {
        await openActing(page, 'now-dialog');
        await expect(page.getByText('A dialog of its own')).toBeVisible();
        await page.keyboard.press('Escape');
        await pressesAll(page);
      });
      await openActing(page, 'now-body');
      await logOut(page);
      await page.getByLabel('Email or phone').click();
    });
  });

  for (const when of ['now', 'press'])
    test(`built-ins changed ${when === 'now' ? 'in an effect' : 'by a press'} are put back, named, and count`, async ({
      page,
      testConsole,
    }) => {
      await withMischief(page, testConsole, async () => {
        for (const [act, changed] of changes)
          await test.step(act, async () => {
            await openActing(page, `${when}-${act}`);
            if (when === 'press') {
              await imeiField(page).fill(typed);
              await page.getByRole('button', { name: 'Act' }).click();
              await expectTold(page, `A press on it changed ${changed}`);
            } else await expectNamed(page, changed);
            await pressesAll(page);
          });
      });
    });

  test('listeners that stop every press are gone with the first one, which counts, and the release is dropped', async ({
    page,
    testConsole,
  }) => {
    await withMischief(page, testConsole, async () => {
      for (const [act, type] of [
        ['captureWindow', 'pointerdown'],
        ['captureDocument', 'click'],
        ['captureBody', 'pointerdown'],
      ])
        await test.step(`${act}`, async () => {
          await openActing(page, `now-${act}`);
          await imeiField(page).fill(typed);
          await page.getByRole('button', { name: /^Account of / }).click();
          await expect(page.getByRole('link', { name: 'Logout' }).first()).toBeVisible();
          await expectTold(page, `stopped "${type}"`);
          await page.keyboard.press('Escape');
          await pressesAll(page);
        });
      await openActing(page, 'now-json');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('mf-reports 1.3.0 failed; showing 1.0.0')).toBeVisible();
    });
  });
});
