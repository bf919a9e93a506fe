/** The numbers of each agent as a table with sort and spreadsheet, and two charts with ranges of their own. */
import type { AgentPart, MetricName } from '@balcao/domain/insight/metrics';
import { useState } from 'react';
import { useDashboard, type AgentStats } from '../../entities/dashboard/dashboard.api.ts';
import { useColleagues } from '../../entities/users/users.api.ts';
import { useAgentName } from '../../entities/users/use-agent-name.ts';
import type { ReportFilter } from '../../entities/reports/report-filter.ts';
import { ReportLink } from '../../entities/reports/report-link.tsx';
import type { DayRange } from '../../lib/days.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, cx, EmptyState, Icon, Segments, Skeleton, StatusPill } from '../../ui/index.ts';
import { AgentChart, DayChart } from './agent-charts.tsx';
import css from './dashboard.module.css';
import tabCss from './agents-tab.module.css';
import { dashboardTexts } from './dashboard.texts.ts';
import { minutesText } from './duration-text.ts';
import { Definition, PartFailed } from './number-card.tsx';

type SortKey = 'name' | 'rating' | 'countRating' | 'tickets' | 'passedOn' | 'avgWaitTime' | 'avgSupportTime' | 'online';
interface Sort {
  key: SortKey;
  /** The largest first. */
  isDescending: boolean;
}

/** Agents without a value come last, whatever the direction. */
export function sortedAgents(agents: readonly AgentStats[], { key, isDescending }: Sort): AgentStats[] {
  return agents.toSorted((a, b) => {
    const [left, right] = [a[key], b[key]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order = typeof left === 'string' ? left.localeCompare(String(right), 'pt-BR') : Number(left) - Number(right);
    return (isDescending ? -order : order) || a.name.localeCompare(b.name, 'pt-BR') || a.id - b.id;
  });
}

interface AgentsTabProps {
  range: DayRange;
  /** Whether the table lists only who is online. */
  isOnlineOnly: boolean;
  onOnlineOnly: (isOnlineOnly: boolean) => void;
}

export function AgentsTab({ range, isOnlineOnly, onOnlineOnly }: AgentsTabProps) {
  const t = useTexts(dashboardTexts);
  const { data, error, refetch } = useDashboard(range);
  const agents = useOnlineNow(data?.attendants);
  const online = agents?.filter((agent) => agent.online);
  return (
    <div className={css.pane} role="tabpanel" aria-label={t('agents')}>
      {error && !data ? (
        <PartFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <div>
            <Segments
              label={t('shownAgents')}
              segments={[
                { key: 'all', label: t('allAgents') },
                { key: 'online', label: t('isOnline'), ...(online && { count: online.length }) },
              ]}
              value={isOnlineOnly ? 'online' : 'all'}
              onChange={(key) => onOnlineOnly(key === 'online')}
            />
          </div>
          <AgentTable
            agents={isOnlineOnly ? online : agents}
            range={range}
            nobody={isOnlineOnly ? t('nobodyOnline') : t('noAgents')}
          />
        </>
      )}
      <div className={css.two}>
        <AgentChart initial={range} />
        <DayChart initial={range} />
      </div>
    </div>
  );
}

const SKELETON_ROWS = 5;

/** Who is online follows the events of users; the numbers are those of the period. */
function useOnlineNow(agents: readonly AgentStats[] | undefined): AgentStats[] | undefined {
  const { data: users } = useColleagues();
  const isOnline = new Map(users?.map(({ id, online }) => [id, online]));
  return agents?.map((agent) => ({ ...agent, online: isOnline.get(agent.id) ?? agent.online }));
}

interface AgentTableProps {
  agents: readonly AgentStats[] | undefined;
  range: DayRange;
  /** Instead of a table without rows. */
  nobody: string;
}

function AgentTable({ agents, range, nobody }: AgentTableProps) {
  const t = useTexts(dashboardTexts);
  const nameOf = useAgentName();
  const named = agents?.map((agent) => ({ ...agent, name: nameOf(agent.id, agent.name) }));
  const [sort, setSort] = useState<Sort>({ key: 'tickets', isDescending: true });
  const columns: [key: SortKey, label: string, definition?: MetricName][] = [
    ['name', t('agent')],
    ['rating', t('score'), 'attendantRating'],
    ['countRating', t('rated')],
    ['tickets', t('cycles'), 'attendantTickets'],
    ['passedOn', t('passedOn'), 'attendantPassedOn'],
    ['avgWaitTime', t('meanWait'), 'attendantWaitTime'],
    ['avgSupportTime', t('meanSupport'), 'attendantSupportTime'],
    ['online', t('status')],
  ];
  if (agents?.length === 0)
    return (
      <div className={css.card}>
        <EmptyState icon="users" title={nobody} />
      </div>
    );
  return (
    // Focusable, so that the keyboard can scroll it on a narrow screen.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={tabCss.tableWrap} tabIndex={0} role="group" aria-label={t('agents')}>
      <table className={tabCss.table} aria-busy={agents === undefined}>
        <thead>
          <tr>
            {columns.map(([key, label, definition]) => (
              <th
                key={key}
                scope="col"
                aria-sort={sort.key === key ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
              >
                <span className={css.columnHead}>
                  <button
                    type="button"
                    className={tabCss.sort}
                    title={t('sortBy', { column: label })}
                    onClick={() =>
                      setSort({ key, isDescending: sort.key === key ? !sort.isDescending : key !== 'name' })
                    }
                  >
                    {label}
                    {sort.key === key && <Icon name={sort.isDescending ? 'chev-d' : 'chev-u'} size={14} />}
                  </button>
                  {definition && <Definition name={definition} label={label} />}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {named
            ? sortedAgents(named, sort).map((agent) => <AgentRow key={agent.id} agent={agent} range={range} />)
            : Array.from({ length: SKELETON_ROWS }, (_, at) => (
                <tr key={at} aria-hidden="true">
                  {columns.map(([key]) => (
                    <td key={key}>
                      <Skeleton width={key === 'name' ? 140 : 40} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function AgentRow({ agent, range }: { agent: AgentStats; range: DayRange }) {
  const t = useTexts(dashboardTexts);
  const rows = (part: AgentPart): Partial<ReportFilter> => ({
    by: 'cycle',
    dateFrom: range.from,
    dateTo: range.to,
    userIds: [agent.id],
    part,
  });
  const link = (part: AgentPart, text: string) => (
    <ReportLink filter={rows(part)} className={css.number}>
      {text}
    </ReportLink>
  );
  const minutes = (part: AgentPart, value: number) =>
    value > 0 ? link(part, `${minutesText(value)} ${t('minutes')}`) : '—';
  return (
    <tr>
      <th scope="row">
        <span className={tabCss.who}>
          <Avatar name={agent.name} size={28} />
          <span className="cut" title={agent.name}>
            {agent.name}
          </span>
        </span>
      </th>
      <td className="num">
        <b>{agent.rating === null ? '—' : link('ownRating', formatNumber(Math.round(agent.rating * 10) / 10))}</b>
      </td>
      <td className="num">{link('ownRating', formatNumber(agent.countRating))}</td>
      <td className="num">{link('handled', formatNumber(agent.tickets))}</td>
      <td className="num">{link('passedOn', formatNumber(agent.passedOn))}</td>
      <td className="num">{minutes('accepted', agent.avgWaitTime)}</td>
      <td className="num">{minutes('handled', agent.avgSupportTime)}</td>
      <td className={cx(agent.removed && 'muted')}>
        {agent.removed ? (
          '—'
        ) : (
          <StatusPill tone={agent.online ? 'success' : 'neutral'}>
            {t(agent.online ? 'isOnline' : 'isOffline')}
          </StatusPill>
        )}
      </td>
    </tr>
  );
}
