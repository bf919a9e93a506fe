import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { CSSProperties } from 'react';
import { formatDate, formatDateTime, formatTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx, Icon } from '../../../ui/index.ts';
import { conversationTexts } from './conversation.texts.ts';
import css from './window-banner.module.css';
import { hasAgentWindow, remainingText, useEachMinute, WARN_MS } from './window-remaining.ts';

const WINDOW_MS = 24 * 3_600_000;
const AGENT_WINDOW_MS = 7 * WINDOW_MS;

/** The time left in the reply window. Nothing for channels without one; a closed window is shown by the composer. */
export function WindowBanner({ ticket }: { ticket: Ticket }) {
  const t = useTexts(conversationTexts);
  const now = useEachMinute(ticket.windowEndsAt !== null);
  const end = Date.parse(ticket.windowEndsAt ?? '');
  const remainingMs = end - now;
  if (!(remainingMs > 0)) return null;
  const channel =
    ticket.channel === 'instagram' ? 'Instagram' : ticket.channel === 'facebook' ? 'Facebook' : 'WhatsApp';
  const until = (): string => {
    const time = formatTime(end);
    if (formatDate(end) === formatDate(now)) return t('today', { time });
    return formatDate(end) === formatDate(now + WINDOW_MS) ? t('tomorrow', { time }) : formatDateTime(end);
  };
  const isAgentWindow = hasAgentWindow(ticket);
  const part = remainingMs / (isAgentWindow ? AGENT_WINDOW_MS : WINDOW_MS);
  const tone = remainingMs <= WARN_MS ? 'ending' : 'open';
  return (
    <div className={cx(css.banner, css[tone])} role="status">
      <Icon name="timer" />
      <p>
        {tone === 'open' && t(isAgentWindow ? 'agentWindowOpen' : 'windowOpen', { until: until() })}
        {tone === 'ending' && (
          <>
            <b>{t('windowEnding', { left: remainingText(remainingMs, t) })}</b> {t('windowWhy', { channel })}
          </>
        )}
      </p>
      <span
        className={css.left}
        role="progressbar"
        aria-label={t('timeLeft')}
        aria-valuenow={Math.round(part * 100)}
        style={{ '--part': `${Math.min(part, 1) * 100}%` } as CSSProperties}
      />
    </div>
  );
}
