/** What a report lists. Kept in the address, so that links, reloads and the back button repeat it. */
import type { MessageDirection, ReportFilter as StoredFilter } from '@balcao/contract/endpoints/reports';
import { reportParts } from '@balcao/domain/insight/metrics';
import { isDay, thisMonth, type DayRange } from '../../lib/days.ts';

export const reportStatuses = ['pending', 'open', 'group', 'closed', 'lgpd', 'nps'] as const;
export const pageSizes = [5, 10, 20, 50] as const;
export const DEFAULT_PAGE_SIZE = 10;

export interface ReportFilter extends StoredFilter {
  dateFrom: string;
  dateTo: string;
}

export const emptyFilter = (): ReportFilter => {
  const { from, to } = thisMonth();
  return {
    dateFrom: from,
    dateTo: to,
    by: 'conversation',
    searchParam: '',
    contactId: null,
    whatsappIds: [],
    userIds: [],
    queueIds: [],
    tagIds: [],
    status: [],
    onlyRated: false,
    part: null,
    score: null,
    hour: null,
  };
};

/** A saved filter with its dates; without them, this month. */
export const withDates = (filter: StoredFilter): ReportFilter => {
  const { dateFrom, dateTo } = emptyFilter();
  return { ...filter, dateFrom: filter.dateFrom ?? dateFrom, dateTo: filter.dateTo ?? dateTo };
};

/** Whether the filter leaves out anything within its dates. */
export const hasMoreThanDates = (filter: ReportFilter): boolean =>
  Object.keys(searchOf(filter)).some((name) => !['from', 'to', 'by'].includes(name));

type Search = Record<string, string | number>;

/** Where a number is listed. */
export interface ListLink {
  to: string;
  search?: Search;
}
/** The link to the report with this filter; what has its default is left out. */
export function reportLink(filter: Partial<ReportFilter>): Required<ListLink> {
  return { to: '/reports', search: searchOf({ ...emptyFilter(), ...filter }) };
}
/** The link to the messages of these days. */
export const messagesLink = ({ from, to }: DayRange, direction: MessageDirection): ListLink => ({
  to: '/reports',
  search: { from, to, tab: 'messages', ...directionSearch(direction) },
});
export const directionSearch = (direction: MessageDirection): Search => (direction === 'sent' ? { direction } : {});
export const directionOf = (search: Record<string, unknown>): MessageDirection =>
  search['direction'] === 'sent' ? 'sent' : 'received';

export function searchOf(filter: ReportFilter): Search {
  const { by, contactId, onlyRated, part, score, hour, searchParam } = filter;
  return {
    from: filter.dateFrom,
    to: filter.dateTo,
    ...(by === 'cycle' && { by }),
    ...(contactId !== null && { contact: contactId }),
    ...list('connections', filter.whatsappIds),
    ...list('users', filter.userIds),
    ...list('queues', filter.queueIds),
    ...list('tags', filter.tagIds),
    ...list('status', filter.status),
    ...(onlyRated && { rated: 1 }),
    ...(part !== null && { part }),
    ...(score !== null && { score }),
    ...(hour && { hour }),
    ...(searchParam !== '' && { q: searchParam }),
  };
}

/** The filter of an address. Whatever is malformed has its default. */
export function filterOf(search: Record<string, unknown>): ReportFilter {
  const { from, to } = search;
  const score = textOf(search['score']);
  return {
    ...emptyFilter(),
    ...(isDay(from) && isDay(to) && from <= to && { dateFrom: from, dateTo: to }),
    by: search['by'] === 'cycle' ? 'cycle' : 'conversation',
    contactId: idsOf(search['contact'])[0] ?? null,
    whatsappIds: idsOf(search['connections']),
    userIds: idsOf(search['users']),
    queueIds: idsOf(search['queues']),
    tagIds: idsOf(search['tags']),
    status: reportStatuses.filter((status) => textOf(search['status']).split('-').includes(status)),
    onlyRated: textOf(search['rated']) === '1',
    part: reportParts.find((part) => part === search['part']) ?? null,
    hour: isInstant(search['hour']) ? search['hour'] : null,
    score: /^(?:\d|10)$/.test(score) ? Number(score) : null,
    searchParam: textOf(search['q']).slice(0, 200),
  };
}

const list = (name: string, values: readonly (string | number)[]): Search =>
  values.length > 1 ? { [name]: values.join('-') } : values[0] === undefined ? {} : { [name]: values[0] };

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

// Separated by hyphens: the router reads `1.10` as a number, and commas are escaped in addresses.
const idsOf = (value: unknown): number[] => [
  ...new Set(
    textOf(value)
      .split('-')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
  ),
];
