import { clockTimeIn } from '@balcao/domain/access/work-hours';
import type { AgentStats } from '@balcao/contract/endpoints/dashboard';
import { isNowPart } from '@balcao/domain/insight/metrics';
import { reportTexts as texts } from '@balcao/domain/insight/report-texts';
import { npsOf, percent } from '@balcao/domain/ticket/nps';
import type { FrozenFilter } from '../../infrastructure/db/schema/insight.ts';
import { localTime } from '../../infrastructure/spreadsheets/write/local-time.ts';
import type { Cell, Rows, Worksheet } from '../../infrastructure/spreadsheets/write/xlsx.ts';
import type { SummaryRow } from './report-rows.store.ts';
import type { FilterNames, NamedReportRow } from './reports.ts';

/** Deleted users have no name. */
const agentName = (id: number, name: string): string => (name === '' ? `${texts.removedUser} ${id}` : name);

export const ticketCells = (row: NamedReportRow, timeZone: string): Cell[] => [
  row.number ?? row.ticketId,
  row.contactName,
  row.connectionName,
  row.userId === null ? '' : agentName(row.userId, row.userName),
  row.queue?.name ?? '',
  texts.status[row.status],
  row.lastMessage,
  localTime(row.beganAt, timeZone),
  row.endedAt && localTime(row.endedAt, timeZone),
  { seconds: Math.round(row.supportSeconds) },
  { seconds: Math.round(row.waitSeconds) },
  row.rate,
  row.uuid,
  row.closedBy && texts.closedBy[row.closedBy],
];
const agentCells = (agent: AgentStats): Cell[] => [
  agentName(agent.id, agent.name),
  agent.rating,
  agent.countRating,
  agent.tickets,
  agent.passedOn,
  { seconds: Math.round(agent.avgWaitTime * 60) },
  { seconds: Math.round(agent.avgSupportTime * 60) },
  agent.online ? texts.online : texts.offline,
];

export const ticketSheet = (expected: number, rows: AsyncIterable<Rows>): Worksheet => ({
  name: texts.ticketSheet,
  headers: texts.ticketHeaders,
  expected,
  rows,
});
export const agentSheet = (agents: AgentStats[]): Worksheet => ({
  name: texts.agentSheet,
  headers: texts.agentHeaders,
  expected: agents.length,
  rows: once(agents.map(agentCells)),
});

interface SummaryOf {
  filter: FrozenFilter;
  names: FilterNames;
  timeZone: string;
  now: Date;
}
/** What was exported, when and by which filter; the sums by the definitions of the dashboard. */
export function summarySheet({ filter, names, timeZone, now }: SummaryOf, summary?: SummaryRow): Worksheet {
  const [isoFrom, isoTo] = [filter.dateFrom, filter.dateTo];
  const rows: Cell[][] = [
    ...(isNowPart(filter.part)
      ? []
      : [
          [texts.from, { at: `${isoFrom}T00:00:00` }],
          [texts.to, { at: `${isoTo}T00:00:00` }],
        ]),
    [texts.timeZone, timeZone],
    [texts.createdAt, localTime(now, timeZone)],
    [texts.by, texts.byValues[filter.by]],
    [texts.filter, filterText(filter, names, timeZone)],
    ...(summary
      ? [
          [texts.tickets, summary.tickets],
          [texts.supportTime, summary.supportSeconds === null ? null : { seconds: Math.round(summary.supportSeconds) }],
          [texts.waitTime, summary.waitSeconds === null ? null : { seconds: Math.round(summary.waitSeconds) }],
          [texts.rated, summary.rated],
          [texts.percRating, percent(summary.rated, summary.tickets)],
          [texts.npsScore, npsOf(summary).npsScore],
        ]
      : []),
  ];
  return { name: texts.summarySheet, headers: [texts.number, texts.value], expected: rows.length, rows: once(rows) };
}

/** The conditions besides the days, by name. */
export function filterText(filter: FrozenFilter, names: FilterNames, timeZone: string): string {
  const labels = texts.filterBy;
  const condition = (label: string, values: readonly string[]) =>
    values.length === 0 ? [] : [`${label}: ${values.join(', ')}`];
  const namesOf = (ids: readonly number[], byId: ReadonlyMap<number, { name: string }>) =>
    ids.map((id) => byId.get(id)?.name ?? `#${id}`);
  const users = filter.userIds.map((id) => agentName(id, names.users.get(id)?.name ?? ''));
  return [
    ...condition(labels.searchParam, filter.searchParam === '' ? [] : [filter.searchParam]),
    ...condition(labels.contact, names.contact === null ? [] : [names.contact]),
    ...condition(labels.connections, namesOf(filter.whatsappIds, names.connections)),
    ...condition(labels.users, users),
    ...condition(labels.queues, namesOf(filter.queueIds, names.queues)),
    ...condition(labels.tags, namesOf(filter.tagIds, names.tags)),
    ...condition(
      labels.status,
      filter.status.map((status) => texts.status[status]),
    ),
    ...(filter.onlyRated ? [labels.onlyRated] : []),
    ...condition(labels.part, filter.part === null ? [] : [texts.parts[filter.part]]),
    ...condition(labels.score, filter.score === null ? [] : [String(filter.score)]),
    ...condition(labels.hour, filter.hour ? [clockTimeIn(timeZone, new Date(filter.hour))] : []),
  ].join('; ');
}

async function* once(rows: Rows): AsyncGenerator<Rows> {
  yield rows;
}
