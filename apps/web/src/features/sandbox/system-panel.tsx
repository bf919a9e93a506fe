import type { Endpoints } from '@balcao/contract/endpoints/index';
import type { ResponseData } from '@balcao/contract/kernel/endpoint';
import { useEffect, useRef } from 'react';
import { reasonText } from '../../entities/bot/reason-text.ts';
import { PreviewLine } from '../../entities/messages/formatted-text.tsx';
import { useSandboxTrace } from '../../entities/sandbox/sandbox.api.ts';
import { ticketNumber } from '../../entities/tickets/ticket-number.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, ColorDot, cx, ErrorState, Icon, Skeleton, StatusPill, type IconName } from '../../ui/index.ts';
import css from './sandbox.module.css';
import { sandboxTexts, traceTexts } from './sandbox.texts.ts';
import { ScenarioControls } from './scenario-controls.tsx';
import type { Player } from './use-sandbox-actions.ts';

type Trace = ResponseData<Endpoints['sandbox']['trace']>;
type Ticket = NonNullable<Trace['ticket']>;

/** What the server knows about this customer and did, and controls to inject faults. */
export function SystemPanel({ connection, customer }: Player) {
  const t = useTexts(sandboxTexts);
  const language = useLanguage();
  const trace = useSandboxTrace({ connectionId: connection.id, customerId: customer.id });
  return (
    <aside className={cx(css.side, css.system)} aria-label={t('systemPanel')}>
      {trace.data && (
        <>
          <section>
            <h2>{t('now')}</h2>
            {trace.data.ticket ? (
              <Now ticket={trace.data.ticket} />
            ) : (
              <p className="muted">{t(customer.isGroup ? 'noGroupConversation' : 'noConversation')}</p>
            )}
          </section>
          <section className={css.happened}>
            <h2>{t('happened')}</h2>
            <Events events={trace.data.events} />
          </section>
        </>
      )}
      {trace.isPending && <Skeleton height={132} />}
      {trace.error && !trace.data && (
        <ErrorState compact text={errorText(trace.error, language)} onRetry={() => void trace.refetch()} />
      )}
      <ScenarioControls connection={connection} customer={customer} />
    </aside>
  );
}

const tones = {
  pending: 'warn',
  open: 'success',
  group: 'success',
  closed: 'neutral',
  lgpd: 'info',
  nps: 'info',
} as const satisfies Record<Ticket['status'], string>;

function Now({ ticket }: { ticket: Ticket }) {
  const t = useTexts(sandboxTexts);
  return (
    <dl className={css.now}>
      <dt>{t('conversation')}</dt>
      <dd className="num">{ticketNumber(ticket)}</dd>
      <dt>{t('status')}</dt>
      <dd>
        <StatusPill tone={tones[ticket.status]}>
          {t(ticket.status === 'group' ? 'groupStatus' : ticket.status)}
        </StatusPill>
      </dd>
      <dt>{t('queue')}</dt>
      <dd>
        {ticket.queue ? (
          <>
            <ColorDot color={ticket.queue.color} /> {ticket.queue.name}
          </>
        ) : (
          <span className="muted">{t('noQueue')}</span>
        )}
      </dd>
      <dt>{t('attendant')}</dt>
      <dd>
        {ticket.user ? (
          <>
            <Avatar name={ticket.user.name} size={20} /> {ticket.user.name}
          </>
        ) : (
          <span className="muted">{t('nobody')}</span>
        )}
      </dd>
    </dl>
  );
}

const icons: Partial<Record<string, IconName>> = {
  received: 'inbox',
  stored: 'inbox',
  create: 'inbox',
  queued: 'clock',
  waiting: 'timer',
  resent: 'refresh',
  sending: 'send',
  accepted: 'send',
  sent: 'send',
  delivered: 'acks',
  read: 'eye',
  played: 'volume',
  failed: 'alert',
  unknown: 'help',
  chatBot: 'bot',
  queue: 'layers',
  open: 'check',
  closed: 'check-c',
  nps: 'star',
  note: 'note',
  edited: 'edit',
  removed: 'trash',
};

function Events({ events }: { events: Trace['events'] }) {
  const t = useTexts(sandboxTexts);
  const tTrace = useTexts(traceTexts);
  const language = useLanguage();
  const list = useRef<HTMLOListElement>(null);
  const newest = events.at(-1);
  // The newest event stays visible.
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [events.length, newest?.at]);
  if (events.length === 0) return <p className="muted">{t('nothingHappened')}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard too
    <ol ref={list} className={css.events} aria-label={t('happened')} tabIndex={0}>
      {events.map(({ at, what, detail, reason, user, queue }, index) => {
        const sentence = reasonText(reason, language, { user, queue });
        return (
          <li key={index} className={cx(index === events.length - 1 && css.newest)}>
            <span className={css.dot}>
              <Icon name={icons[what] ?? 'pulse'} size={14} />
            </span>
            <p>
              {sentence ?? (isTraceStep(what) ? tTrace(what) : what)}
              {detail !== '' && sentence === undefined && (
                <span>
                  <PreviewLine text={errorText(detail, language)} />
                </span>
              )}
            </p>
            <time className="num" dateTime={at}>
              {formatTime(at)}
            </time>
          </li>
        );
      })}
    </ol>
  );
}

const isTraceStep = (what: string): what is keyof typeof traceTexts => Object.hasOwn(traceTexts, what);
