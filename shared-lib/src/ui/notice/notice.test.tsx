import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Progress } from '../progress/progress.tsx';
import { Notice } from './notice.tsx';

describe('Notice', () => {
  it.each([
    ['info', 'status'],
    ['success', 'status'],
    ['warning', 'alert'],
    ['danger', 'alert'],
  ] as const)('D22 tells %s as %s', (tone, role) => {
    render(<Notice tone={tone}>{'Lock initiated  successfully.'}</Notice>);
    expect(screen.getByRole(role).textContent).toBe('Lock initiated  successfully.');
  });

  it('does not announce what stands on the page from the start', () => {
    render(
      <Notice tone="warning" announce="off">
        Plain http
      </Notice>,
    );
    expect(screen.getByText('Plain http')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('folds what only helpers need under Details', async () => {
    render(
      <Notice tone="danger" details="login.php: the server answered HTTP 500">
        The server had an internal error.
      </Notice>,
    );
    const details = screen.getByText('login.php: the server answered HTTP 500', { exact: false });
    expect(details).not.toHaveAttribute('open');
    await userEvent.click(screen.getByText('Details'));
    expect(details).toHaveAttribute('open');
  });
});

it.each([
  [1250, 40_000, '1,250 of 40,000', '1250', '1,250 of 40,000'],
  [-1, 10, undefined, '0', '0 %'],
  [999, 1000, undefined, '999', '99 %'],
  [12, 10, undefined, '10', '100 %'],
  [0, 0, undefined, '0', '0 %'],
])('progress of %d of %d stays within its ends, and is not 100 %% before them', (value, max, text, now, words) => {
  render(<Progress isCompact={text === undefined} label="Batch" value={value} max={max} text={text} />);
  const bar = screen.getByRole('progressbar', { name: 'Batch' });
  expect(bar).toHaveAttribute('aria-valuenow', now);
  expect(bar).toHaveAttribute('aria-valuemax', String(max));
  expect(bar).toHaveAttribute('aria-valuetext', words);
});
