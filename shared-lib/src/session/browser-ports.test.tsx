import { browserClock, browserTabs, type StorageChange } from './host.ts';

describe('S4 S8 the ports of the browser', () => {
  it('S4 the clock ticks until it is released', () => {
    jest.useFakeTimers();
    const tick = jest.fn();
    const release = browserClock().every(1000, tick);
    jest.advanceTimersByTime(3000);
    release();
    jest.advanceTimersByTime(3000);
    jest.useRealTimers();
    expect(tick).toHaveBeenCalledTimes(3);
  });

  it('S4 the clock wakes when the page becomes visible, not when it is hidden', () => {
    const wake = jest.fn();
    const visibility = jest.spyOn(document, 'visibilityState', 'get');
    const change = (state: DocumentVisibilityState) => {
      visibility.mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const release = browserClock().onWake(wake);
    change('hidden');
    expect(wake).not.toHaveBeenCalled();
    change('visible');
    expect(wake).toHaveBeenCalledTimes(1);
    release();
    change('visible');
    expect(wake).toHaveBeenCalledTimes(1);
    visibility.mockRestore();
  });

  it("S8 another tab's change of localStorage arrives until it is released", () => {
    const changes: StorageChange[] = [];
    const release = browserTabs().subscribe(({ key, newValue }) => changes.push({ key, newValue }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'userSession', newValue: null }));
    release();
    window.dispatchEvent(new StorageEvent('storage', { key: 'userSession', newValue: null }));
    expect(changes).toEqual([{ key: 'userSession', newValue: null }]);
  });
});
