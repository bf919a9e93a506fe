/** The live numbers and those of the period. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useDashboard, useNow, type Dashboard } from '../../entities/dashboard/dashboard.api.ts';
import { ReportLink } from '../../entities/reports/report-link.tsx';
import { messagesLink, reportLink, type ReportFilter } from '../../entities/reports/report-filter.ts';
import { useElapsed } from '../../lib/clock.ts';
import type { DayRange } from '../../lib/days.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { useCan } from '../../lib/session.tsx';
import { useIsConnected } from '../../lib/topics.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, cx, EmptyState } from '../../ui/index.ts';
import css from './dashboard.module.css';
import { dashboardTexts } from './dashboard.texts.ts';
import { useDurationText } from './duration-text.ts';
import { count, NumberCard, PartFailed } from './number-card.tsx';
import { PairCard } from './pair-card.tsx';

const MAX_AVATARS = 5;

export function IndicatorsTab({ range }: { range: DayRange }) {
  const t = useTexts(dashboardTexts);
  const { data, error, refetch } = useDashboard(range);
  return (
    <div className={css.pane} role="tabpanel" aria-label={t('indicators')}>
      <Now agents={data?.attendants} range={range} />
      <h2 className={css.sectionHead}>
        {t('inPeriod')}{' '}
        <span className="num">{t('range', { from: formatDay(range.from), to: formatDay(range.to) })}</span>
      </h2>
      {error && !data ? (
        <PartFailed error={error} onRetry={() => void refetch()} />
      ) : data && isEmpty(data) ? (
        <NoData />
      ) : (
        <Period data={data} range={range} />
      )}
    </div>
  );
}

const isEmpty = ({ counters, period }: Dashboard): boolean =>
  counters.tickets + counters.leads + period.received + period.sent === 0;

function Now({ agents, range }: { agents: Dashboard['attendants'] | undefined; range: DayRange }) {
  const t = useTexts(dashboardTexts);
  const canWatch = useCan('live-panel.view');
  const { data, error, refetch, dataUpdatedAt } = useNow();
  const online = agents?.filter((agent) => agent.online) ?? [];
  return (
    <>
      <h2 className={css.sectionHead}>
        {t('now')} <Freshness at={data && dataUpdatedAt} isFailing={error !== null} />
      </h2>
      {error && !data ? (
        <PartFailed onRetry={() => void refetch()} />
      ) : (
        <div className={cx(css.four, css.tall)}>
          <NumberCard
            name="supportHappening"
            icon="inbox"
            label={t('happening')}
            value={count(data?.supportHappening)}
            filter={{ part: 'openNow' }}
            foot={<Link to="/tickets">{t('openTickets')}</Link>}
          />
          <NumberCard
            name="supportPending"
            icon="clock"
            label={t('pending')}
            value={count(data?.supportPending)}
            filter={{ part: 'pendingNow' }}
            foot={<Link to={canWatch ? '/moments' : '/tickets'}>{t('openPending')}</Link>}
          />
          <NumberCard
            name="groupsNow"
            icon="users"
            label={t('groupsNow')}
            value={count(data?.groupsNow)}
            filter={{ part: 'groupNow' }}
            foot={<Link to="/tickets">{t('openGroups')}</Link>}
          />
          <NumberCard
            name="attendantsOnline"
            icon="user"
            label={t('online')}
            value={
              data && { text: formatNumber(data.attendantsOnline), unit: `/ ${formatNumber(data.attendantsTotal)}` }
            }
            link={{ to: '/', search: { tab: 'agents', online: 1, ...range } }}
            foot={
              data?.attendantsOnline === 0 ? (
                t('nobodyOnline')
              ) : (
                <span className={css.stack}>
                  {online.slice(0, MAX_AVATARS).map(({ id, name }) => (
                    <span key={id} title={name}>
                      <Avatar name={name} size={24} />
                    </span>
                  ))}
                </span>
              )
            }
          />
        </div>
      )}
    </>
  );
}

/** «ao vivo» while events arrive; without a connection, or when the numbers fail to load again, how old they are. */
function Freshness({ at, isFailing }: { at: number | undefined; isFailing: boolean }) {
  const t = useTexts(dashboardTexts);
  const isLive = useIsConnected() && !isFailing;
  const seconds = useElapsed(isLive ? null : (at ?? null), 1000);
  if (at === undefined) return null;
  if (isLive) return <span className={css.live}>{t('live')}</span>;
  return (
    <span className={cx(css.stale, 'num')}>
      {t('age', { time: (seconds ?? 0) < 60 ? t('seconds', { n: seconds ?? 0 }) : `${Math.floor(seconds! / 60)} min` })}
    </span>
  );
}

function Period({ data, range }: { data: Dashboard | undefined; range: DayRange }) {
  const t = useTexts(dashboardTexts);
  const duration = useDurationText();
  const canSetTargets = useCan('queue.manage');
  const { counters, period } = data ?? {};
  const rows = (own: Partial<ReportFilter> = {}): Partial<ReportFilter> => ({
    by: 'cycle',
    dateFrom: range.from,
    dateTo: range.to,
    ...own,
  });
  const hasTargets = period === undefined || period.withTarget > 0;
  return (
    <>
      <div className={css.four}>
        <NumberCard
          name="supportFinished"
          icon="check-c"
          label={t('finished')}
          value={count(counters?.supportFinished)}
          filter={rows({ part: 'finished' })}
        />
        <NumberCard
          name="leads"
          icon="user-plus"
          label={t('leads')}
          value={count(counters?.leads)}
          filter={rows({ part: 'leads' })}
        />
        <NumberCard
          name="avgSupportTime"
          icon="timer"
          label={t('supportTime')}
          value={period && duration(period.supportTime)}
          filter={rows({ part: 'attended' })}
        />
        <NumberCard
          name="avgWaitTime"
          icon="clock"
          label={t('waitTime')}
          value={period && duration(period.waitTime)}
          filter={rows({ part: 'waited' })}
        />
      </div>
      <div className={css.three}>
        <NumberCard
          name="firstResponse"
          icon="reply"
          label={t('firstResponse')}
          value={period && duration(period.firstResponse)}
          filter={rows({ part: 'answered' })}
          foot={
            period && (
              <ReportLink filter={rows({ part: 'unanswered' })}>
                {t('unanswered', { n: formatNumber(period.unanswered) })}
              </ReportLink>
            )
          }
        />
        <NumberCard
          name="replyTime"
          icon="chat"
          label={t('replyTime')}
          value={period && duration(period.replyTime)}
          filter={rows({ part: 'replied' })}
        />
        <NumberCard
          name="withinTarget"
          icon="flag"
          label={t('withinTarget')}
          value={
            period &&
            (period.withinTarget === null
              ? { text: '—' }
              : { text: formatNumber(Math.round(period.withinTarget)), unit: '%' })
          }
          filter={hasTargets ? rows({ part: 'withinTarget' }) : undefined}
          foot={
            period &&
            (hasTargets ? (
              <>
                <ReportLink filter={rows({ part: 'withTarget' })}>
                  {t('ofCycles', { n: formatNumber(period.withTarget) })}
                </ReportLink>
                <ReportLink filter={rows({ part: 'late' })}>{t('late', { n: formatNumber(period.late) })}</ReportLink>
              </>
            ) : canSetTargets ? (
              <Link to="/queues">{t('setTargets')}</Link>
            ) : (
              t('noTargets')
            ))
          }
        />
      </div>
      <div className={css.two}>
        <PairCard
          name="sent"
          title={t('messages')}
          left={{
            label: t('received'),
            icon: 'arrow-d',
            value: period?.received,
            link: messagesLink(range, 'received'),
          }}
          right={{
            label: t('sent'),
            icon: 'arrow-u',
            value: period?.sent,
            detail: period && t('sentBy', mapped(period.sentBy)),
            link: messagesLink(range, 'sent'),
          }}
        />
        <PairCard
          name="activeTickets"
          title={t('demand')}
          left={{
            label: t('active'),
            icon: 'send',
            value: counters?.activeTickets,
            link: reportLink(rows({ part: 'active' })),
          }}
          right={{
            label: t('passive'),
            icon: 'inbox',
            value: counters?.passiveTickets,
            link: reportLink(rows({ part: 'passive' })),
          }}
        />
      </div>
    </>
  );
}

const mapped = (sentBy: Record<string, number>): Record<string, string> =>
  Object.fromEntries(Object.entries(sentBy).map(([key, value]) => [key, formatNumber(value)]));

function NoData() {
  const t = useTexts(dashboardTexts);
  const navigate = useNavigate();
  const canConnect = useCan('connection.manage');
  return (
    <div className={css.card}>
      <EmptyState
        icon="chart"
        title={t('emptyTitle')}
        text={t('emptyText')}
        action={
          canConnect && (
            <Button icon="device" onClick={() => void navigate({ to: '/connections' })}>
              {t('openConnections')}
            </Button>
          )
        }
      />
    </div>
  );
}
