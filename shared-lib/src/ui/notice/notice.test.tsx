import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from '../button/button.tsx';
import { StatCard } from '../figures/figures.tsx';
import { Progress } from '../progress/progress.tsx';
import { FailureState } from '../states/states.tsx';
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

  it('can be dismissed and offers actions', async () => {
    const onDismiss = jest.fn();
    render(
      <Notice tone="danger" title="Upload" onDismiss={onDismiss} actions={<Button>Try again</Button>}>
        An error occurred while uploading the file.
      </Notice>,
    );
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(onDismiss).toHaveBeenCalledTimes(1);
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

describe('states and figures', () => {
  it('a failure names what failed, whose it is, and how to go on', () => {
    const details = [
      { term: 'Reason', value: 'manifest answered 404' },
      { term: 'Owner', value: 'Reporting team' },
    ];
    render(
      <FailureState title="Reports could not be loaded" details={details} actions={<Button>Try again</Button>}>
        The rest of the console works on.
      </FailureState>,
    );
    const failure = within(screen.getByRole('alert'));
    expect(failure.getByRole('heading', { name: 'Reports could not be loaded' })).toBeInTheDocument();
    expect(failure.getAllByRole('term').map((term) => term.textContent)).toEqual(['Reason', 'Owner']);
    expect(failure.getAllByRole('definition').map((value) => value.textContent)).toEqual([
      'manifest answered 404',
      'Reporting team',
    ]);
    expect(failure.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('shows a figure with its name and note, and names it while it is not known', () => {
    const { rerender } = render(<StatCard label="De-Enrolled Devices" />);
    const tile = screen.getByRole('group', { name: 'De-Enrolled Devices' });
    expect(tile.textContent).toBe('De-Enrolled Devices');
    rerender(<StatCard label="De-Enrolled Devices" value="0" note="need re-registration" tone="warning" />);
    expect(tile.textContent).toBe('De-Enrolled Devices0need re-registration');
  });
});
