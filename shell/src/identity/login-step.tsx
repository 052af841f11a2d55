import type { ReactNode } from 'react';
import { readChallenge } from '@device-console/shared-lib/contract';
import { CentredPage } from '@device-console/shared-lib/ui/host';
import { FactorStep, type FactorStepProps } from './factor-step.tsx';
import { t } from '../t.ts';

interface LoginStepProps extends Omit<FactorStepProps, 'challenge'> {
  readonly asked: unknown;
}

/** The second step on the login page, in place of the first. Fetched only when needed (S17). */
export function LoginStep({ asked, ...rest }: LoginStepProps): ReactNode {
  const challenge = readChallenge(asked);
  return (
    <CentredPage brand="Device Console" title={t('Second step')}>
      {challenge?.kind === 'factor' && <FactorStep {...rest} challenge={challenge} />}
    </CentredPage>
  );
}
