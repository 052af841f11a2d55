import { render, screen } from '@testing-library/react';
import { Card } from '../card/card.tsx';
import { EmptyState, FailureState } from '../states/states.tsx';
import { DataTable } from '../table/index.ts';
import { CentredPage, Page } from './page.tsx';

describe('D26 a page', () => {
  it('titles the document by its heading, which can take the focus, as long as it is shown', () => {
    const { rerender, unmount } = render(<Page title="Lock Device">form</Page>);
    expect(document.title).toBe('Lock Device · Device Console');
    const heading = screen.getByRole('heading', { level: 1 });
    heading.focus();
    expect(heading).toHaveFocus();
    rerender(
      <Page
        title={
          <>
            Device <b>350000000000001</b>
          </>
        }
      >
        form
      </Page>,
    );
    expect(document.title).toBe('Device 350000000000001 · Device Console');
    unmount();
    expect(document.title).toBe('Device Console');
  });

  it('keeps the title while another one takes its place, and is not named twice', () => {
    const { rerender } = render(<CentredPage title="Login">form</CentredPage>);
    expect(document.title).toBe('Login · Device Console');
    rerender(<Page title="Dashboard">figures</Page>);
    expect(document.title).toBe('Dashboard · Device Console');
    rerender(<CentredPage title="Device Console">failure</CentredPage>);
    expect(document.title).toBe('Device Console');
  });

  it('does not title the document when it is a part of another page', () => {
    const gallery = (sample: boolean) => <Page title="Gallery">{sample && <Page title="Sample">text</Page>}</Page>;
    const { rerender } = render(gallery(true));
    expect(document.title).toBe('Gallery · Device Console');
    rerender(gallery(false));
    expect(document.title).toBe('Gallery · Device Console');
  });
});

describe('D26 a failure', () => {
  it('in a page leaves both to the page', () => {
    render(
      <Page title="Reports">
        <FailureState title="The report cannot be shown">Retry.</FailureState>
      </Page>,
    );
    expect(screen.getByRole('heading', { level: 2, name: 'The report cannot be shown' })).toBeInTheDocument();
    expect(document.title).toBe('Reports · Device Console');
  });
});

it('D26 a card and the table in it are landmarks of different names', () => {
  render(
    <Card title="Keys">
      <DataTable label="Keys" columns={[]} rows={[]} emptyText="There is no key yet." />
    </Card>,
  );
  const names = screen.getAllByRole('region').map((region) => {
    const title = document.getElementById(region.getAttribute('aria-labelledby') ?? '');
    return title?.textContent ?? region.getAttribute('aria-label');
  });
  expect(names).toEqual(['Keys', 'Keys, table']);
});

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
