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
    const onRetry = jest.fn();
    render(
      <Notice tone="danger" title="Upload" onDismiss={onDismiss} actions={<Button onPress={onRetry}>Try again</Button>}>
        An error occurred while uploading the file.
      </Notice>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
    expect(onDismiss).toHaveBeenCalledTimes(1);
  });
});

describe('Progress', () => {
  it('tells how far a batch is, in words and numbers', () => {
    render(
      <Progress
        label="Please Wait while we are executing this batch"
        value={1250}
        max={40_000}
        text="1,250 of 40,000"
      />,
    );
    const bar = screen.getByRole('progressbar', { name: 'Please Wait while we are executing this batch' });
    expect(bar).toHaveAttribute('aria-valuenow', '1250');
    expect(bar).toHaveAttribute('aria-valuemax', '40000');
    expect(bar).toHaveAttribute('aria-valuetext', '1,250 of 40,000');
  });

  it('stays within its ends, and does not say 100 % before the end', () => {
    const { rerender } = render(<Progress isCompact label="Batch" value={-1} max={10} />);
    const bar = screen.getByRole('progressbar', { name: 'Batch' });
    expect(bar).toHaveAttribute('aria-valuenow', '0');
    rerender(<Progress isCompact label="Batch" value={999} max={1000} />);
    expect(bar).toHaveAttribute('aria-valuetext', '99 %');
    rerender(<Progress isCompact label="Batch" value={12} max={10} />);
    expect(bar).toHaveAttribute('aria-valuenow', '10');
    rerender(<Progress isCompact label="Batch" value={0} max={0} />);
    expect(bar).toHaveAttribute('aria-valuetext', '0 %');
  });
});

describe('states and figures', () => {
  it('a failure names what failed, whose it is, and how to go on', async () => {
    const onRetry = jest.fn();
    render(
      <FailureState
        title="Reports could not be loaded"
        details={[
          { term: 'Reason', value: 'manifest answered 404' },
          { term: 'Owner', value: 'Reporting team' },
        ]}
        actions={<Button onPress={onRetry}>Try again</Button>}
      >
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
    await userEvent.click(failure.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('shows a figure with its name and note, and names it while it is not known', () => {
    const { rerender } = render(<StatCard label="De-Enrolled Devices" />);
    const tile = screen.getByRole('group', { name: 'De-Enrolled Devices' });
    expect(tile.textContent).toBe('De-Enrolled Devices');
    rerender(<StatCard label="De-Enrolled Devices" value="0" note="need re-registration" tone="warning" />);
    expect(tile.textContent).toBe('De-Enrolled Devices0need re-registration');
  });
});
