import { act, renderHook } from '@testing-library/react';
import { usePolling } from './index.ts';

describe('usePolling', () => {
  const EVERY_MS = 30_000;

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it.each([
    { what: 'asks at each interval while the page is seen', visibility: 'visible', isOn: true, asked: 2 },
    { what: 'asks nothing while the page is hidden', visibility: 'hidden', isOn: true, asked: 0 },
    { what: 'asks nothing while it is off', visibility: 'visible', isOn: false, asked: 0 },
  ] as const)('$what', ({ visibility, isOn, asked }) => {
    jest.useFakeTimers();
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
    const ask = jest.fn();
    renderHook(() => usePolling(ask, EVERY_MS, isOn));
    act(() => jest.advanceTimersByTime(2 * EVERY_MS));
    expect(ask).toHaveBeenCalledTimes(asked);
  });

  it('goes on when the page is seen again, and ends with its screen', () => {
    jest.useFakeTimers();
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const ask = jest.fn();
    const { unmount } = renderHook(() => usePolling(ask, EVERY_MS));
    act(() => jest.advanceTimersByTime(2 * EVERY_MS));
    visibility.mockReturnValue('visible');
    act(() => jest.advanceTimersByTime(EVERY_MS));
    expect(ask).toHaveBeenCalledTimes(1);
    unmount();
    jest.advanceTimersByTime(2 * EVERY_MS);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
