import type { Integration } from '@balcao/contract/endpoints/integrations';
import { useState, type ReactNode } from 'react';
import { callFailureTexts } from '../../entities/integrations/call-failure.texts.ts';
import { formatDateTime, formatNumber, formatTime } from '../../lib/format.ts';
import { useTimeAgo } from '../../lib/time-ago.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { StatusPill } from '../../ui/index.ts';
import css from './integrations.module.css';
import { integrationTexts } from './integrations.texts.ts';

/** How the last call went, and whether the service is called at present. */
export function IntegrationStatus({ integration: { type, flow, breaker, lastCall } }: { integration: Integration }) {
  const t = useTexts(integrationTexts);
  const failure = useTexts(callFailureTexts);
  const timeAgo = useTimeAgo();
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
  const reason = lastReason ?? lastCall?.reason;
  if (reason)
    return (
      <Stacked
        pill={<StatusPill tone="warn">{t('lastFailed')}</StatusPill>}
        below={[failure(reason), lastCall && timeAgo(lastCall.at)].filter(Boolean).join(' · ')}
        at={lastCall?.at}
      />
    );
  if (!lastCall) return <span className="muted">{t('neverCalled')}</span>;
  const { at, ms } = lastCall;
  return (
    <Stacked
      pill={<span className="num">{ms === null ? t('worked') : t('milliseconds', { ms: formatNumber(ms) })}</span>}
      below={timeAgo(at)}
      at={at}
    />
  );
}

interface StackedProps {
  pill: ReactNode;
  below: string;
  /** The moment of the text below; its date and time appear on hover. */
  at?: string | undefined;
}
const Stacked = ({ pill, below, at }: StackedProps) => (
  <span className={css.stacked}>
    {pill}
    <span title={at && formatDateTime(at)}>{below}</span>
  </span>
);
