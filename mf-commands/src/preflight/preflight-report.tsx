import type { ReactNode } from 'react';
import { EVALUATING } from '@device-console/shared-lib/batch';
import { failureNotice, formatCount } from '@device-console/shared-lib/console';
import type { ImeiFile } from '@device-console/shared-lib/csv';
import { Actions, Button, Checkbox, CheckboxGroup, Notice, Progress, Spinner } from '@device-console/shared-lib/ui';
import { findings } from './look-at-list.ts';
import { preflightMessages as texts } from './preflight-messages.ts';
import type { Preflight } from './use-preflight.ts';

interface PreflightReportProps {
  readonly file: ImeiFile;
  readonly preflight: Preflight;
}

/** What the server knows of the devices that a batch is about to command, and what of them is left out (D5b). */
export function PreflightReport({ file, preflight }: PreflightReportProps): ReactNode {
  const { look, leftOut, leaveOut, skip, again, used } = preflight;
  switch (look.status) {
    case 'off':
      return null;
    case 'looking':
      return (
        <>
          <Spinner label={EVALUATING} />
          <Progress label={texts.looking} value={look.rows} max={file.rows.length} />
          <Actions>
            <Button onPress={skip}>{texts.skip}</Button>
          </Actions>
        </>
      );
    case 'failed':
      return (
        <Notice
          tone="warning"
          title={texts.failed}
          details={failureNotice(look.error).children}
          actions={
            <Button size="small" onPress={again}>
              {texts.again}
            </Button>
          }
        >
          {texts.failedHelp}
        </Notice>
      );
    case 'looked':
      if (look.found.size === 0) return <Notice tone="success">{texts.nothing(formatCount(file.rows.length))}</Notice>;
      return (
        <>
          <CheckboxGroup label={texts.title} description={texts.choose}>
            {findings.map((finding) => {
              const devices = look.found.get(finding);
              return (
                devices && (
                  <Checkbox
                    key={finding}
                    isSelected={leftOut.has(finding)}
                    onChange={(isLeft) => leaveOut(finding, isLeft)}
                  >
                    {texts.findings[finding](formatCount(devices.size))}
                  </Checkbox>
                )
              );
            })}
          </CheckboxGroup>
          {used.rows.length === 0 && <Notice tone="warning">{texts.nobodyLeft}</Notice>}
        </>
      );
  }
}

/** The batch may be started: the look is over, and something is left to send. */
export function mayStart({ look, used }: Preflight): boolean {
  return look.status !== 'looking' && used.rows.length > 0;
}
