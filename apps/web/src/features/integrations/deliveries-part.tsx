import type { Delivery, LastDay } from '@balcao/contract/endpoints/integrations';
import { useNavigate } from '@tanstack/react-router';
import { callAdviceTexts, callFailureTexts } from '../../entities/integrations/call-failure.texts.ts';
import { useDeliveries, useResendDelivery } from '../../entities/integrations/integrations.api.ts';
import { api } from '../../lib/api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, EmptyState, ErrorState, IconButton, Skeleton, StatusPill, useToast } from '../../ui/index.ts';
import css from './integrations.module.css';
import { integrationTexts } from './integrations.texts.ts';

interface DeliveriesPartProps {
  integrationId: number;
  /** A receiver of webhooks, not a bot. */
  isHook: boolean;
}

/** What conversations sent to the receiver or asked the bot, the newest first. */
export function DeliveriesPart({ integrationId, isHook }: DeliveriesPartProps) {
  const t = useTexts(integrationTexts);
  const language = useLanguage();
  const list = useDeliveries(integrationId);
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  if (list.isPending)
    return (
      <div className={css.part} aria-busy="true">
        {[18, 64, 64, 64].map((height, at) => (
          <Skeleton key={at} height={height} />
        ))}
      </div>
    );
  if (list.error && deliveries.length === 0)
    return <ErrorState text={errorText(list.error, language)} onRetry={() => void list.refetch()} />;
  return (
    <div className={css.part}>
      {list.data && <LastDayFigures lastDay={list.data.pages[0]!.lastDay} />}
      <div className={css.lead}>
        <p className="muted">{t(isHook ? 'deliveriesText' : 'callsText')}</p>
        <IconButton icon="refresh" label={t('refresh')} onClick={() => void list.refetch()} />
      </div>
      {deliveries.length === 0 ? (
        <EmptyState icon="send" title={t(isHook ? 'noDeliveries' : 'noCalls')} text={t('noDeliveriesText')} />
      ) : (
        <ul className={css.deliveries} aria-label={t(isHook ? 'deliveriesTab' : 'callsTab')}>
          {deliveries.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} integrationId={integrationId} />
          ))}
        </ul>
      )}
      {list.error && (
        <ErrorState compact text={errorText(list.error, language)} onRetry={() => void list.fetchNextPage()} />
      )}
      {list.hasNextPage && !list.error && (
        <div>
          <Button size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </div>
  );
}

function LastDayFigures({ lastDay: { calls, done, p95Ms, perHour } }: { lastDay: LastDay }) {
  const t = useTexts(integrationTexts);
  if (calls === 0) return null;
  const share = formatNumber(Math.floor((done / calls) * 1000) / 10);
  return (
    <section aria-label={t('lastDay')}>
      <h3 className={css.dayTitle}>{t('lastDay')}</h3>
      <div className={css.lastDay}>
        <dl className={css.day}>
          <Figure value={formatNumber(calls)} label={t('calls')} />
          <Figure value={t('percent', { share })} label={t('succeeded')} />
          {p95Ms !== null && <Figure value={t('milliseconds', { ms: formatNumber(p95Ms) })} label={t('below')} />}
        </dl>
        <Sparkline counts={perHour} label={t('callsPerHour', { counts: perHour.map(formatNumber).join(', ') })} />
      </div>
    </section>
  );
}
const LINE = { width: 96, height: 24 };
/** The course of a day as a line without axes; its numbers are the text for screen readers. */
function Sparkline({ counts, label }: { counts: readonly number[]; label: string }) {
  const highest = Math.max(...counts, 1);
  const points = counts.map(
    (count, at) => `${(at / (counts.length - 1)) * LINE.width},${LINE.height - (count / highest) * LINE.height}`,
  );
  return (
    <svg className={css.sparkline} viewBox={`0 -1 ${LINE.width} ${LINE.height + 2}`} role="img" aria-label={label}>
      <polyline points={points.join(' ')} />
    </svg>
  );
}
const Figure = ({ value, label }: { value: string; label: string }) => (
  <div>
    <dt className="muted">{label}</dt>
    <dd className="num">{value}</dd>
  </div>
);

const stateStyles = {
  queued: { text: 'stateQueued', tone: 'info' },
  calling: { text: 'stateCalling', tone: 'info' },
  done: { text: 'stateDone', tone: 'success' },
  failed: { text: 'stateFailed', tone: 'danger' },
  unknown: { text: 'stateUnknown', tone: 'warn' },
} as const;

function Row({ delivery, integrationId }: { delivery: Delivery; integrationId: number }) {
  const t = useTexts(integrationTexts);
  const failure = useTexts(callFailureTexts);
  const advice = useTexts(callAdviceTexts);
  const toast = useToast();
  const resend = useResendDelivery(integrationId);
  const { id, at, kind, event, ticketId, state, attempts, status, reason, ms, canResend } = delivery;
  const facts = [
    attempts > 0 && (attempts === 1 ? t('oneAttempt') : t('attempts', { count: attempts })),
    status !== null && t('httpStatus', { status }),
    ms !== null && t('milliseconds', { ms: formatNumber(Math.round(ms)) }),
  ];
  return (
    <li className={css.delivery}>
      <div className={css.lead}>
        <span className={css.event}>
          <StatusPill tone={stateStyles[state].tone}>
            {t(kind === 'bot' && state === 'done' ? 'stateAnswered' : stateStyles[state].text)}
          </StatusPill>
          {kind === 'webhook' && <code>{event}</code>}
        </span>
        <time className="muted num" dateTime={at}>
          {formatDateTime(at)}
        </time>
      </div>
      <div className={css.lead}>
        <span className="muted num">{facts.filter(Boolean).join(' · ')}</span>
        <span className={css.acts}>
          {ticketId !== null && <OpenTicket id={ticketId} />}
          {canResend && (
            <Button
              size="sm"
              icon="requeue"
              busy={resend.isPending}
              aria-label={t('resendAt', { time: formatDateTime(at) })}
              onClick={() => resend.mutate(id, { onSuccess: () => toast.done(t('resent')), onError: toast.failed })}
            >
              {t('resend')}
            </Button>
          )}
        </span>
      </div>
      {reason && (
        <p className={css.failure}>
          <b>{failure(reason)}.</b> {advice(reason)}
        </p>
      )}
    </li>
  );
}

/** Conversations are addressed by their uuid, which a delivery does not have. */
function OpenTicket({ id }: { id: number }) {
  const t = useTexts(integrationTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const open = () =>
    void api.tickets
      .show({ params: { id } })
      .then(({ uuid }) => navigate({ to: `/tickets/${uuid}` }))
      .catch(toast.failed);
  return <IconButton icon="inbox" label={t('openTicket', { id })} onClick={open} />;
}
