import type { Integration } from '@balcao/contract/endpoints/integrations';
import { useState, type ReactNode } from 'react';
import { callFailureTexts } from '../../entities/integrations/call-failure.texts.ts';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { StatusPill } from '../../ui/index.ts';
import css from './integrations.module.css';
import { integrationTexts } from './integrations.texts.ts';

/** Whether the service is called at present, and why not. */
export function IntegrationStatus({ integration: { type, flow, breaker } }: { integration: Integration }) {
  const t = useTexts(integrationTexts);
  const failure = useTexts(callFailureTexts);
  const [now] = useState(() => Date.now());
  const { isOpen, until, lastReason } = breaker;
  if (type === 'flowbuilder')
    return flow ? (
      <StatusPill tone="success">{t('ready')}</StatusPill>
    ) : (
      <Stacked pill={<StatusPill tone="danger">{t('flowGone')}</StatusPill>} below={t('flowGoneText')} />
    );
  if (isOpen) {
    const again =
      until !== null && Date.parse(until) > now ? t('triesAt', { time: formatTime(until) }) : t('triesNext');
    return (
      <Stacked
        pill={<StatusPill tone="danger">{t('paused')}</StatusPill>}
        below={[lastReason && failure(lastReason), again].filter(Boolean).join(' · ')}
      />
    );
  }
  if (lastReason)
    return <Stacked pill={<StatusPill tone="warn">{t('lastFailed')}</StatusPill>} below={failure(lastReason)} />;
  return <StatusPill tone="neutral">{t('withoutFailure')}</StatusPill>;
}

const Stacked = ({ pill, below }: { pill: ReactNode; below: string }) => (
  <span className={css.stacked}>
    {pill}
    <span>{below}</span>
  </span>
);
