import type { ReactNode } from 'react';
import { EVALUATING } from '@device-console/shared-lib/batch';
import { failureNotice, formatCount } from '@device-console/shared-lib/console';
import type { ImeiFile } from '@device-console/shared-lib/csv';
import { Actions, Button, Notice, Progress, Spinner } from '@device-console/shared-lib/ui';
import { Checkbox, CheckboxGroup } from '@device-console/shared-lib/ui/fields';
import { findings, type Preflight } from './use-preflight.ts';
import { t } from '../t.ts';

interface PreflightReportProps {
  readonly file: ImeiFile;
  readonly preflight: Preflight;
}

/** What the server knows of a batch's devices, and which are left out (D5b). */
export function PreflightReport({ file, preflight }: PreflightReportProps): ReactNode {
  const { look, leftOut, leaveOut, skip, again, used } = preflight;
  switch (look.status) {
    case 'off':
      return null;
    case 'looking':
      return (
        <>
          <Spinner label={EVALUATING} />
          <Progress label={t('Checking the devices; nothing is sent yet')} value={look.rows} max={file.rows.length} />
          <Actions>
            <Button onPress={skip}>{t('Skip the check')}</Button>
          </Actions>
        </>
      );
    case 'failed':
      return (
        <Notice
          tone="warning"
          title={t('The devices could not be checked')}
          details={failureNotice(look.error).children}
          actions={
            <Button size="small" onPress={again}>
              {t('Look again')}
            </Button>
          }
        >
          {t('Nothing was sent. The batch can be started all the same: what is unknown is found out then.')}
        </Notice>
      );
    case 'looked':
      if (look.found.size === 0)
        return (
          <Notice tone="success">
            {t(
              '{count, plural, one {The device accepts} other {All {count} devices accept}} commands, and ' +
                'there is no objection to this one.',
              { count: formatCount(file.rows.length) },
            )}
          </Notice>
        );
      return (
        <>
          <CheckboxGroup
            label={t('What the server knows of these devices')}
            description={t('Nothing is left out unless you choose it.')}
          >
            {findings.map((finding) => {
              const devices = look.found.get(finding);
              return (
                devices && (
                  <Checkbox
                    key={finding}
                    isSelected={leftOut.has(finding)}
                    onChange={(isLeft) => leaveOut(finding, isLeft)}
                  >
                    {{
                      unknown: (count: string) => t('Leave out {count} that are not registered', { count }),
                      released: (count: string) =>
                        t('Leave out {count} that are released and take no commands', { count }),
                      'de-enrolled': (count: string) =>
                        t('Leave out {count} that are de-enrolled and take no commands', { count }),
                      'other-batch': (count: string) =>
                        t('Leave out {count} that are in another unfinished batch', { count }),
                      same: (count: string) => t('Leave out {count} whose last command was this one', { count }),
                      recent: (count: string) =>
                        t('Leave out {count} that got some command within the last hour', { count }),
                    }[finding](formatCount(devices.size))}
                  </Checkbox>
                )
              );
            })}
          </CheckboxGroup>
          {used.rows.length === 0 && (
            <Notice tone="warning">{t('Every device is left out: there is nothing to send.')}</Notice>
          )}
        </>
      );
  }
}

/** The check is over, and there is something to send. */
export const mayStart = ({ look, used }: Preflight): boolean => look.status !== 'looking' && used.rows.length > 0;
