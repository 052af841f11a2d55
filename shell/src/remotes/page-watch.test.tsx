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
const change = () => void Reflect.set(Array.prototype, 'at', () => undefined);

/** A part of a release that is on the page, with what it failed with. */
async function shown(of = release) {
  await watch.guard(of, async () => undefined);
  const [fail, tell] = [jest.fn(), jest.fn()];
  const reasons = () => tell.mock.calls.map(([{ message }]) => message);
  return { fail, tell, leave: watch.shown(of, { fail, tell }), reasons };
}

const named = expect.stringContaining('While it was shown, somebody changed Array.prototype.at');

describe('a built-in that changes while a part is shown is put back and told, and the part stays', () => {
  it.each<[string, () => unknown]>([
    ['before a press is handled', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
    ['before a key is handled', () => document.body.dispatchEvent(new Event('keydown', { bubbles: true }))],
    ['on the way back to another address', () => window.dispatchEvent(new PopStateEvent('popstate'))],
  ])('%s', async (_, press) => {
    const { fail, reasons, leave } = await shown();
    change();
    press();
    expect(Array.prototype.at).toBe(at);
    expect(reasons()).toEqual([named]);
    expect(fail).not.toHaveBeenCalled();
    leave();
  });

  it('after the press that changed it', async () => {
    const { reasons, leave } = await shown();
    document.body.addEventListener('click', change, { once: true });
    document.body.click();
    await laterTask();
    expect(Array.prototype.at).toBe(at);
    expect(reasons()).toEqual([named]);
    leave();
  });

  it('when it is left, and when another one is loaded', async () => {
    const first = await shown();
    change();
    const second = await shown(other);
    expect(Array.prototype.at).toBe(at);
    change();
    second.leave();
    expect([first.reasons(), second.reasons()]).toEqual([[named], [named]]);
    first.leave();
  });
});

it('a part whose own rendering changes a built-in is taken away, though another part is on the page', async () => {
  const first = await shown();
  const [fail, tell] = [jest.fn(), jest.fn()];
  change();
  const leave = watch.shown(other, { fail, tell });
  expect([first.tell, first.fail, tell].flatMap(({ mock }) => mock.calls)).toEqual([]);
  expect(fail.mock.calls).toEqual([
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
  const { fail, tell, leave } = await shown();
  expect(fail).not.toHaveBeenCalled();
  expect(tell).not.toHaveBeenCalled();
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
