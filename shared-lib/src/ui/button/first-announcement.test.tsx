import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Button } from './button.tsx';

it("D26 no announcement without a name is left by a button that goes before the page's first one is made", () => {
  jest.useFakeTimers();
  // As in a browser, where the UI kit delays the first one.
  const wasActing: unknown = Reflect.get(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
  try {
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    flushSync(() => root.render(<Button autoFocus>Log In</Button>));
    flushSync(() =>
      root.render(
        <Button autoFocus isPending>
          Log In
        </Button>,
      ),
    );
    flushSync(() => root.unmount());
    const announcements = (): number => document.querySelectorAll('[data-live-announcer] [role="img"]').length;
    jest.advanceTimersByTime(100);
    expect(announcements()).toBe(1);
    jest.advanceTimersByTime(100);
    expect(announcements()).toBe(0);
  } finally {
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', wasActing);
    jest.useRealTimers();
  }
});
