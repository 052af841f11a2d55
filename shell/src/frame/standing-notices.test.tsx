import { render, screen } from '@testing-library/react';
import { nameOwnership } from '@device-console/shared-lib/trust';
import { StandingNotices } from './standing-notices.tsx';

it('D22 says that the screens are those accepted before while no registry can be read', () => {
  const registry = { entries: [], problems: [], refused: [], notices: [], withdrawn: [] };
  const ready = { status: 'ready', registry: { ...registry, ownership: nameOwnership([], []) } } as const;
  const { rerender } = render(<StandingNotices registry={{ ...ready, unread: 'It answered 503.' }} notices={[]} />);
  expect(screen.getByText('The list of screens could not be loaded')).toBeInTheDocument();
  expect(screen.getByText(/this browser accepted before\..*Reason: It answered 503\./)).toBeInTheDocument();
  rerender(<StandingNotices registry={ready} notices={[]} />);
  expect(screen.queryByText('The list of screens could not be loaded')).not.toBeInTheDocument();
});
