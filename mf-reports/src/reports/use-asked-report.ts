import { useEffect } from 'react';
import type { ReportDefinition } from '@device-console/shared-lib/contract';
import { useLocation, useNavigate } from '@device-console/shared-lib/router';
import { fragmentOf, type ReportInputs } from './report-question.ts';
import { useReport, type ReportState } from './use-report.ts';

/**
 * The report that the address asks for: a reload, Back and Forward fetch it as Submit did. Submit writes the question
 * into the address; the same question is asked again without another entry in the history.
 */
export function useAskedReport(
  definition: ReportDefinition,
  asked: ReportInputs | null,
  timeZone: string,
): {
  readonly state: ReportState;
  readonly submit: (inputs: ReportInputs) => void;
  readonly cancel: () => void;
} {
  const { state, fetch, cancel } = useReport();
  const { hash } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (asked) fetch({ definition, ...asked, timeZone });
  }, [asked, definition, timeZone, fetch]);

  const submit = (inputs: ReportInputs): void => {
    const fragment = fragmentOf(inputs);
    if (fragment === hash) fetch({ definition, ...inputs, timeZone });
    else void navigate(fragment);
  };
  return { state, submit, cancel };
}
