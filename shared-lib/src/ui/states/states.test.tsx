import { render } from '@testing-library/react';
import { EmptyState } from './states.tsx';

describe('EmptyState', () => {
  it('D26 looks different for nothing yet, what does not exist, and what may not be seen', () => {
    const drawings = (['empty', 'notFound', 'notPermitted'] as const).map((reason) => {
      const { container, unmount } = render(<EmptyState title="Nothing" reason={reason} />);
      const drawing = container.querySelector('svg')?.innerHTML;
      unmount();
      return drawing;
    });
    expect(new Set(drawings).size).toBe(3);
    const { container } = render(<EmptyState title="Nothing" />);
    expect(container.querySelector('svg')?.innerHTML).toBe(drawings[0]);
  });
});
