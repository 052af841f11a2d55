import { screen, waitFor, within } from '@testing-library/react';
import type { BatchState, BatchView, PauseReason, SavedBatch, Undecided } from '@device-console/shared-lib/batch';
import { commandById } from '@device-console/shared-lib/contract';
import { rowList, type ImeiFile, type RejectedFile } from '@device-console/shared-lib/csv';
import { recordDownloads, renderConsole, memoryStore } from '@device-console/shared-lib/testing';
import { memoryBatches } from '../testing/memory-batches.ts';
import { BatchStage } from './batch-cards.tsx';
import { imeiFileKind } from './imei-file-kind.tsx';

const lock = commandById('lock');
const IMEI = '490154203237511';
const totals = { total: 3, valid: 2, invalid: 1, duplicates: 0 };
const none = rowList<never>(0, () => {
  throw new RangeError('There is no row.');
});
const rowAt = (index: number) => ({ row: index + 1, imei: IMEI, status: 'found', message: '', sent: null }) as const;

/** Figures and rows of a batch of two devices; `done` of them have an outcome. */
function outcome(done: number): Pick<BatchView, 'summary' | 'results'> {
  const summary = { ...totals, done, found: done, notFound: 0, unconfirmed: 0 };
  return {
    summary,
    results: {
      length: 2,
      rowAt,
      processed: () => Array.from({ length: done }, (_, index) => rowAt(index)),
      indexesOf: () => new Uint32Array(),
    },
  };
}

function batchOf(done: number): BatchView {
  return {
    batchId: 'b',
    fileName: 'list.csv',
    file,
    action: 'lock',
    level: undefined,
    idempotent: false,
    lacksRows: false,
    lastImei: '',
    perSecond: null,
    processTimeMs: 0,
    ...outcome(done),
  };
}

function savedOf(done: number, more: Partial<SavedBatch> = {}): SavedBatch {
  return {
    batchId: 'b',
    fileName: 'list.csv',
    file: null,
    lastImei: IMEI,
    phase: 'running',
    action: 'lock',
    level: undefined,
    createdAt: 1,
    leftOutRepeats: false,
    needsFile: false,
    uncertain: null,
    notTold: '',
    problem: '',
    ...outcome(done),
    ...more,
  };
}

const file = { name: 'list.csv', sizeBytes: 9, readingTimeMs: 1, errors: none, totals } as const;
const read: ImeiFile = {
  ...file,
  kind: 'read',
  rows: new Float64Array(2),
  duplicates: none,
  warnings: { count: 0, lines: [] },
};
const reason = 'Only CSV files are allowed.';
const rejected: RejectedFile = { ...file, kind: 'rejected', reason, rejection: 'not-csv', detail: '' };

interface PausedMore {
  readonly undecided?: Undecided | null;
  readonly stage?: 'running' | 'reporting';
  readonly batch?: BatchView;
}

function pausedOf(why: PauseReason, done: number, more: PausedMore = {}): BatchState {
  const { undecided: what = null, stage = 'running', batch = batchOf(done) } = more;
  const common = { status: 'paused', message: 'Why.', nextProbeAt: null } as const;
  return { ...common, why, stage, batch, undecided: what };
}

const reasons: Readonly<Record<PauseReason, readonly ('running' | 'reporting')[]>> = {
  turn: ['running'],
  operator: ['running', 'reporting'],
  authorization: ['running', 'reporting'],
  forbidden: ['running', 'reporting'],
  'session-expiring': ['running', 'reporting'],
  storage: ['running', 'reporting'],
  network: ['running'],
  throttled: ['running'],
  approval: ['running'],
  unconfirmed: ['running'],
  report: ['reporting'],
};
const undecided = {
  copy: { kind: 'copy' },
  list: { kind: 'list' },
  imei: { kind: 'imei', imei: IMEI, row: null },
  unconfirmed: { kind: 'unconfirmed', count: 1 },
} as const satisfies { readonly [Kind in Undecided['kind']]: Undecided };
const PAUSES = Object.entries(reasons) as readonly [PauseReason, readonly ('running' | 'reporting')[]][];

/**
 * Every state of the union: one that is missing here does not compile. `done` IMEIs have an outcome, if there is a
 * batch.
 */
function everyState(done: number): Readonly<Record<BatchState['status'], readonly BatchState[]>> {
  const stage = { batch: batchOf(done), retryDelay: null, stopping: false } as const;
  const retryDelay = { why: 'report-failed', attempt: 1, until: 2, message: 'Why.' } as const;
  const failed = { status: 'failed', message: 'Why.', batch: batchOf(done) } as const;
  return {
    // Reading the browser's storage ends in `failed` after 15 seconds.
    preparing: [],
    idle: [{ status: 'idle' }],
    reading: [{ status: 'reading', fileName: 'list.csv', sizeBytes: 9, bytesRead: 1 }],
    rejected: [{ status: 'rejected', file: rejected }],
    ready: [{ status: 'ready', file: read }],
    resumable: [{}, { problem: 'This batch cannot be processed' }, { uncertain: undecided.copy }].map((more) => ({
      status: 'resumable',
      saved: savedOf(done, more),
    })),
    'locked-elsewhere': [{ status: 'locked-elsewhere' }],
    'taken-over': [{ status: 'taken-over', batch: batchOf(done), by: { operator: 'a@example.com', place: 'Chrome' } }],
    uploading: [{ status: 'uploading', ...stage }],
    registering: [{ status: 'registering', ...stage, retryDelay }],
    running: [false, true].map((retrying) => ({ status: 'running', ...stage, retrying })),
    reporting: [
      { status: 'reporting', ...stage },
      { status: 'reporting', ...stage, retryDelay, stopping: true },
    ],
    paused: [
      ...PAUSES.flatMap(([why, stages]) => stages.map((at) => pausedOf(why, done, { stage: at }))),
      ...Object.values(undecided).map((what) => pausedOf('unconfirmed', done, { undecided: what })),
    ],
    finished: [null, 'The server is closed.'].map((notTold) => ({ status: 'finished', batch: batchOf(done), notTold })),
    failed: (['storage', 'uploading', 'registering', 'internal'] as const).map((at) => ({
      ...failed,
      stage: at,
      mayRetry: at !== 'uploading',
    })),
  };
}

async function show(state: BatchState) {
  return renderConsole(({ client, api }) => {
    const { email } = api.session;
    const manager = memoryBatches(client, email, memoryStore(), 'this login', false);
    const runner = manager.runnerFor(email, lock);
    return (
      <BatchStage
        subject={{
          command: lock,
          runner,
          manager,
          kind: imeiFileKind,
          variant: lock.variants[0],
          chooseVariant: () => undefined,
        }}
        state={state}
      />
    );
  });
}

const cases = (done: number) =>
  Object.values(everyState(done))
    .flat()
    .map((state) => {
      const stage = 'stage' in state ? state.stage : '';
      const parts = state.status === 'paused' ? [state.why, state.undecided?.kind ?? ''] : [];
      return [[state.status, stage, ...parts].filter(Boolean).join(' '), state] as const;
    });

it.each(cases(0))('D11a a batch that is %s has a way out, and no results before the first', async (_name, state) => {
  await show(state);
  const ways = [...screen.queryAllByRole('button'), ...screen.queryAllByLabelText('CSV file')];
  expect(ways.filter((way) => !way.hasAttribute('disabled'))).not.toEqual([]);
  expect(screen.queryByRole('button', { name: 'Download CSV' })).not.toBeInTheDocument();
});

const withOutcome = cases(2).filter(([, state]) => 'batch' in state || 'saved' in state);

it.each(withOutcome)(
  'D11a B3 B4 B9 a batch that is %s has its file, and its results can be saved',
  async (_name, state) => {
    const downloads = recordDownloads();
    const { user } = await show(state);
    const hasFile = 'batch' in state && state.status !== 'taken-over';
    expect(screen.queryAllByText('Reading time')).toHaveLength(hasFile ? 1 : 0);
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['imei_data.csv']));
    expect(await downloads[0]?.text()).toBe(
      `S.No.,IMEI,Status\r\n1,"=""${IMEI}""",found\r\n2,"=""${IMEI}""",found\r\n`,
    );
  },
);

const again = (what: string, twice: string) =>
  [
    `It is not known whether the server got the ${what}.`,
    twice,
    'Send it again',
    'Continue without sending it again',
  ] as const;
const NO_ANSWER = 'The server gave no clear answer. Decide how to continue.';
const decisions: readonly (readonly [Undecided, readonly string[]])[] = [
  [undecided.copy, again('copy of the file', 'Sending it again may store it there twice.')],
  [undecided.list, again('list of IMEIs', 'Sending it again may record it there twice.')],
  [undecided.imei, [NO_ANSWER, `IMEI ${IMEI}.`, 'Send it again', 'Leave it unconfirmed']],
  [{ ...undecided.imei, row: 7 }, [NO_ANSWER, `IMEI ${IMEI} (row 7).`, 'Send it again', 'Leave it unconfirmed']],
  [undecided.unconfirmed, [NO_ANSWER, 'Send them again', 'Leave them unconfirmed']],
];

it.each(decisions)('D2b D13a a doubt about %j is put in words of its own', async (doubt, words) => {
  await show(pausedOf('unconfirmed', 0, { undecided: doubt }));
  const card = screen.getByRole('region', { name: 'Many devices (CSV)' });
  for (const word of words) expect(card).toHaveTextContent(word);
  expect(screen.queryByRole('button', { name: /^(Pause|Continue)$/ })).not.toBeInTheDocument();
});

it.each([
  ['the copy', undecided.copy, 'It is not known whether the server got the copy of the file.'],
  [
    'one of several messages',
    { ...undecided.imei, row: 1 },
    `It is not known whether IMEI ${IMEI} (row 1) was sent before the page closed. Check its audit.`,
  ],
] as const)('D2b B10 D13a an unfinished batch tells of a doubt about %s', async (_what, uncertain, text) => {
  await show({ status: 'resumable', saved: savedOf(0, { uncertain }) });
  expect(screen.getByText(text)).toBeInTheDocument();
});

it.each(['operator', 'authorization', 'forbidden', 'storage', 'report'] as const)(
  'D11a a batch whose devices are all done offers no leaving them, but finishing here: %s',
  async (why) => {
    await show(pausedOf(why, 2, { stage: 'reporting' }));
    const card = within(screen.getByRole('region', { name: 'Many devices (CSV)' }));
    expect(card.getByRole('button', { name: 'Finish here' })).toBeEnabled();
    expect(card.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
  },
);

describe('a batch that was sent whole, with an outcome missing', () => {
  const whole = batchOf(2);
  const open = { ...whole, idempotent: true, summary: { ...whole.summary, found: 1, notFound: 1, unconfirmed: 1 } };
  const ended = [
    ['asks what to do', pausedOf('report', 2, { stage: 'reporting', batch: open })],
    ['has ended', { status: 'finished', batch: open, notTold: 'The server is closed.' }],
    ['tells the server', { status: 'reporting', batch: open, retryDelay: null, stopping: false }],
  ] as const satisfies readonly (readonly [string, BatchState])[];

  it.each(ended)('D11 D11a does not say that all is done where it %s', async (_how, state) => {
    await show(state);
    const card = screen.getByRole('region', { name: 'Many devices (CSV)' });
    expect(card).not.toHaveTextContent(/all devices are done|the batch is complete\./i);
  });

  it.each(ended.slice(0, 2))('D11 has the retry as its first button where it %s', async (_how, state) => {
    await show(state);
    expect(screen.getByText(/Devices without a confirmed outcome: 1\./)).toBeInTheDocument();
    const card = within(screen.getByRole('region', { name: 'Many devices (CSV)' }));
    expect(
      card.getAllByRole('button').find((button) => !/^Show|details/i.test(button.textContent ?? '')),
    ).toHaveTextContent('Retry unconfirmed');
  });

  it.each([
    ['a server that would repeat it', { ...open, idempotent: false }],
    ['a page without the rows', { ...open, lacksRows: true }],
    ['no unconfirmed device', { ...whole, idempotent: true }],
  ] as const)('D2b D15 offers no retry before the server knows of the end with %s', async (_why, batch) => {
    await show(pausedOf('report', 2, { stage: 'reporting', batch }));
    expect(screen.getByRole('button', { name: 'Finish here' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Retry unconfirmed' })).not.toBeInTheDocument();
  });
});

describe('what the figures of a batch claim', () => {
  const first = batchOf(1);
  const batch = { ...first, perSecond: 5, summary: { ...first.summary, valid: 306 } };
  const retryDelay = { why: 'network', attempt: 1, until: 2, message: 'Why.' } as const;
  const running = { status: 'running', batch, retrying: false, stopping: false } as const;

  it('B8 a batch that goes on has a rate and the time left', async () => {
    await show({ ...running, retryDelay: null });
    expect(screen.getByText('1 of 306, 5 a second, about 1 min 1 s left')).toBeInTheDocument();
  });

  it.each<[string, BatchState]>([
    ['tries again', { ...running, retryDelay }],
    ['has paused until the server answers', pausedOf('network', 1, { batch })],
  ])('D11 without the connection it waits, and has neither, when it %s', async (_what, state) => {
    await show(state);
    expect(screen.getByText('1 of 306')).toBeInTheDocument();
    expect(screen.getByText('Waiting for the connection')).toBeInTheDocument();
  });

  it('B9 D31 a long process time stands there in milliseconds and as people say it', async () => {
    await show({ status: 'finished', batch: { ...batchOf(2), processTimeMs: 107_225 }, notTold: null });
    expect(screen.getByText('1,07,225 ms', { exact: false })).toHaveTextContent('1,07,225 ms 1 min 47 s');
  });
});
