import { releaseOf } from './test-loader.ts';
import { createPageWatch } from './page-watch.ts';

const onGone = jest.fn();
const watch = createPageWatch(window, onGone);
const [release, other] = [releaseOf(), releaseOf('http://localhost/2/')];
const { at } = Array.prototype;
/** After what is already due. */
const laterTask = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  // jsdom has no layout.
  Object.assign(document, { elementFromPoint: () => null });
});
// What a test left is looked at in its own page.
afterEach(laterTask);
const change = () => void Reflect.set(Array.prototype, 'at', () => undefined);

const part = () => ({ fail: jest.fn(), tell: jest.fn(), doubt: jest.fn() });

/** A part of a release that is on the page, with what was said of it: how, and the details. */
async function shown(of = release) {
  await watch.guard(of, async () => undefined);
  const watched = part();
  const said = () =>
    Object.entries(watched).flatMap(([how, { mock }]) => mock.calls.map(([{ detail }]) => [how, detail]));
  return { said, leave: watch.shown(of, watched) };
}

const doubted = ['doubt', expect.stringMatching(/somebody changed Array\.prototype\.at: its code, .* or an extension/)];
const told = ['tell', expect.stringContaining('A press on it changed Array.prototype.at.')];

describe('a built-in that changes while a part is shown is put back and noted, and the part stays', () => {
  it.each<[string, () => unknown]>([
    ['before a press is handled', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
    ['before a key is handled', () => document.body.dispatchEvent(new Event('keydown', { bubbles: true }))],
    ['on the way back to another address', () => window.dispatchEvent(new PopStateEvent('popstate'))],
  ])('%s', async (_, press) => {
    const { said, leave } = await shown();
    change();
    press();
    expect(Array.prototype.at).toBe(at);
    expect(said()).toEqual([doubted]);
    leave();
  });

  it('when it is left, and when another one is loaded', async () => {
    const first = await shown();
    change();
    const second = await shown(other);
    expect(Array.prototype.at).toBe(at);
    change();
    second.leave();
    expect([first.said(), second.said()]).toEqual([[doubted], [doubted]]);
    first.leave();
  });

  it('by a press on the screen: told, also after a doubt, and once; by one on the frame: only noted', async () => {
    document.body.innerHTML = '<div id="console"><nav>menu</nav><div data-screen><p>screen</p></div></div>';
    const [menu, own] = [...document.querySelectorAll('nav, p')];
    const { said, leave } = await shown();
    for (const [target, all] of [
      [menu, [doubted]],
      [own, [told, doubted]],
      [menu, [told, doubted]],
      [own, [told, doubted]],
    ] as const) {
      target?.addEventListener('click', change, { once: true });
      target?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      await laterTask();
      expect(Array.prototype.at).toBe(at);
      expect(said()).toEqual(all);
    }
    leave();
    document.body.replaceChildren();
  });
});

it('a part whose own rendering changes a built-in is taken away, though another part is on the page', async () => {
  const first = await shown();
  const second = part();
  change();
  const leave = watch.shown(other, second);
  expect([first.said(), second.tell.mock.calls, second.doubt.mock.calls]).toEqual([[], [], []]);
  expect(second.fail.mock.calls).toEqual([
    [expect.objectContaining({ detail: expect.stringContaining('As it was shown, it changed Array.prototype.at') })],
  ]);
  leave();
  first.leave();
});

it('a built-in that changes while a part is loaded fails the load', async () => {
  const loading = watch.guard(release, async () => change());
  await expect(loading).rejects.toMatchObject({ failure: 'built-ins' });
  await expect(watch.guard(release, async () => change())).rejects.toThrow(
    /mf-x 1\.4\.0: It changed what every part of the page uses\. While it was loaded, it changed Array\.prototype\.at/,
  );
  expect(Array.prototype.at).toBe(at);
});

it('what changes while no remote is shown is of nobody', async () => {
  change();
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  const { said, leave } = await shown();
  expect(said()).toEqual([]);
  leave();
  Array.prototype.at = at;
  expect(onGone).not.toHaveBeenCalled();
});

describe('what a screen leaves over the page goes with it and counts', () => {
  /** jsdom has no layout: this is what lies in the middle of the window. */
  const inMiddle = (element: Element) => Object.assign(document, { elementFromPoint: () => element });
  const left = async (): Promise<readonly string[]> => {
    const { leave } = await shown();
    leave();
    await laterTask();
    return onGone.mock.calls.splice(0).map(([{ id }, { failure }]) => `${id} ${failure}`);
  };

  it.each<[string, string, boolean]>([
    ['an element over it', '<div><p></p></div>', true],
    ['a dialog of shared-lib stays', '<div data-overlay><p></p></div>', false],
    ['the console itself stays', '<div id="console"><p></p></div>', false],
  ])('%s', async (_, html, isCover) => {
    document.body.innerHTML = html;
    inMiddle(document.querySelector('p') ?? document.body);
    expect(await left()).toEqual(isCover ? ['mf-x built-ins'] : []);
    expect(document.body.childElementCount).toBe(isCover ? 0 : 1);
  });

  it('a body that takes no presses', async () => {
    inMiddle(document.documentElement);
    document.body.style.pointerEvents = 'none';
    expect(await left()).toEqual(['mf-x built-ins']);
    expect(document.body.style.pointerEvents).toBe('');
  });
});
