/** The log of one ticket. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { LogType } from '@balcao/domain/ticket/ticket';
import { useQuery } from '@tanstack/react-query';
import { reasonText } from '../../../entities/bot/reason-text.ts';
import { ticketNumber } from '../../../entities/tickets/ticket-number.ts';
import { api } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Dialog, EmptyState, ErrorState, Icon, Skeleton, type IconName } from '../../../ui/index.ts';
import css from './actions.module.css';
import { logTexts } from './log.texts.ts';

const icons: Record<LogType, IconName> = {
  create: 'plus',
  chatBot: 'bot',
  queue: 'layers',
  open: 'check',
  access: 'eye',
  transfered: 'transfer',
  receivedTransfer: 'user-plus',
  pending: 'requeue',
  closed: 'check-c',
  reopen: 'refresh',
  redirect: 'arrow-r',
  nps: 'star',
  lgpd: 'lock',
  autoClose: 'timer',
  clientClosed: 'user',
};
const isLogType = (type: string): type is LogType => Object.hasOwn(icons, type);
/** Their texts name the queue already. */
const namesQueue = new Set<string>(['queue']);

export function LogDialog({ ticket, onClose }: { ticket: Pick<Ticket, 'id' | 'number'>; onClose: () => void }) {
  const t = useTexts(logTexts);
  const language = useLanguage();
  const log = useQuery({ ...api.tickets.log.query({ params: { ticketId: ticket.id } }), staleTime: 0 });

  return (
    <Dialog title={`${t('title')} ${ticketNumber(ticket)}`.trim()} width={560} onClose={onClose}>
      {log.isPending && (
        <div className={css.loading} aria-busy="true">
          {[1, 2, 3, 4].map((at) => (
            <Skeleton key={at} height={28} />
          ))}
        </div>
      )}
      {log.error && !log.data && (
        <ErrorState text={errorText(log.error, language)} onRetry={() => void log.refetch()} />
      )}
      {log.data?.length === 0 && <EmptyState title={t('empty')} icon="history" />}
      {log.data && log.data.length > 0 && (
        <ol className={css.events} aria-label={t('title')}>
          {log.data.map((entry) => {
            const type = isLogType(entry.type) ? entry.type : undefined;
            const values = { user: entry.user?.name ?? t('house'), queue: entry.queue?.name ?? '' };
            return (
              <li key={entry.id} className={css.event}>
                <span className={css.eventMark}>
                  <Icon name={type ? icons[type] : 'info'} size={14} />
                </span>
                <span className={css.eventText}>
                  {reasonText(entry.why, language, values) ?? t(type ?? 'other', values)}
                  {entry.queue && !namesQueue.has(entry.type) && <small>{entry.queue.name}</small>}
                </span>
                <time className="num" dateTime={entry.createdAt}>
                  {formatDateTime(entry.createdAt)}
                </time>
              </li>
            );
          })}
        </ol>
      )}
    </Dialog>
  );
}
