import { dateIn } from '@balcao/domain/hours/hours';
import type { TestServer } from '../../../test/server.ts';

// A slow and naive second opinion on every number: it reads whole tables and counts in loops.

interface Cycle {
  id: string;
  ticket_id: number;
  created_at: Date;
  finished_at: Date | null;
  first_reply_at: Date | null;
  is_in_time: boolean | null;
  reply_wait_s: number;
  reply_waits: number;
  last_user_id: number | null;
  connection_id: number | null;
  queue_id: number | null;
}
interface Period {
  cycle_id: string;
  kind: string;
  user_id: number | null;
  from_at: Date;
  to_at: Date | null;
  seconds: number | null;
  ended_user_id: number | null;
}
interface TicketOfOracle {
  id: number;
  contact_id: number;
  status: string;
  is_group: boolean;
  is_active_demand: boolean;
  imported_at: Date | null;
  is_unlisted: boolean;
  user_id: number | null;
  queue_id: number | null;
  connection_id: number | null;
  created_at: Date;
}
export type OracleData = Awaited<ReturnType<typeof readEverything>>;

export async function readEverything(server: TestServer, companyId: number) {
  const all = async <Row extends object>(text: string) => (await server.asOwner.query<Row>(text, [companyId])).rows;
  return {
    cycles: await all<Cycle>('select * from ticket_tracking where company_id = $1'),
    periods: await all<Period>(
      `select p.*, extract(epoch from p.to_at - p.from_at)::float8 as seconds from ticket_periods p where company_id = $1`,
    ),
    tickets: await all<TicketOfOracle>('select * from tickets where company_id = $1'),
    ratings: await all<{ cycle_id: string | null; rate: number; user_id: number | null }>(
      'select * from user_ratings where company_id = $1',
    ),
    contacts: await all<{
      id: number;
      name: string;
      created_at: Date;
      merged_into_id: number | null;
      is_group: boolean;
    }>('select * from contacts where company_id = $1'),
    messages: await all<{
      ticket_id: number;
      created_at: Date;
      sent_at: Date;
      from_me: boolean;
      is_private: boolean;
      origin: string;
    }>('select ticket_id, created_at, sent_at, from_me, is_private, origin from messages where company_id = $1'),
  };
}

export const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
export const mean = (values: number[]) => (values.length === 0 ? null : sum(values) / values.length);

/** Cycles with what belongs to each, without imported and unlisted conversations. */
export function cyclesOf(data: OracleData) {
  const tickets = new Map(data.tickets.map((ticket) => [ticket.id, ticket]));
  return data.cycles.flatMap((cycle) => {
    const ticket = tickets.get(cycle.ticket_id)!;
    if (ticket.imported_at !== null || ticket.is_unlisted) return [];
    const periods = data.periods.filter((period) => period.cycle_id === cycle.id);
    const rating = data.ratings.find((candidate) => candidate.cycle_id === cycle.id);
    return [{ cycle, ticket, periods, rating }];
  });
}
export type FullCycle = ReturnType<typeof cyclesOf>[number];

export const secondsOf = (periods: Period[]) => sum(periods.flatMap(({ seconds }) => seconds ?? []));

/** A percentage with two decimals; 0 of nothing. */
export const share = (n: number, of: number) => (of === 0 ? 0 : Math.round((n * 10_000) / of) / 100);
/** With two decimals; 0 without a value. */
export const minutes = (seconds: number | null) => (seconds === null ? 0 : Math.round((seconds / 60) * 100) / 100);

export function numbersByOracle(data: OracleData, from: string, to: string, zone: string) {
  const isInRange = (at: Date) => {
    const day = dateIn(zone, at);
    return from <= day && day <= to;
  };
  const all = cyclesOf(data);
  const now = data.tickets.filter(({ imported_at, is_unlisted }) => imported_at === null && !is_unlisted);
  const range = all.filter(({ cycle }) => isInRange(cycle.created_at));
  const count = (test: (full: FullCycle) => boolean) => range.filter(test).length;
  const perCycle = (kind: string) =>
    range.map(({ periods }) => secondsOf(periods.filter((period) => period.kind === kind))).filter((s) => s > 0);
  const responses = range.flatMap(({ cycle, periods }) => {
    const waits = periods.filter(({ kind }) => kind === 'waiting').map(({ from_at }) => +from_at);
    const since = +(cycle.first_reply_at ?? NaN) - Math.min(...waits);
    return cycle.first_reply_at !== null && waits.length > 0 && since >= 0 ? [since / 1000] : [];
  });
  const rates = range.flatMap(({ rating }) => rating?.rate ?? []);
  const promoters = rates.filter((rate) => rate >= 9).length;
  const detractors = rates.filter((rate) => rate <= 6).length;
  const imported = new Map(data.tickets.map((ticket) => [ticket.id, ticket.imported_at]));
  const written = data.messages.filter(({ created_at, is_private, sent_at, ticket_id }) => {
    const at = imported.get(ticket_id) ?? null;
    return isInRange(created_at) && !is_private && (at === null || +sent_at >= +at);
  });
  const sentFrom = (origins: string[]) =>
    written.filter(({ from_me, origin }) => from_me && origins.includes(origin)).length;
  const withTarget = count(({ cycle }) => cycle.is_in_time !== null);
  const userIds = new Set([
    ...range.flatMap(({ periods }) => periods.flatMap(({ user_id }) => user_id ?? [])),
    ...range.flatMap(({ cycle }) => cycle.last_user_id ?? []),
  ]);
  const agents = [...userIds].map((id) => {
    const own = range.map((full) => ({
      ...full,
      held: full.periods.filter(({ kind, user_id }) => kind === 'attended' && user_id === id),
      accepted: full.periods.filter(({ kind, ended_user_id }) => kind === 'waiting' && ended_user_id === id),
    }));
    const rated = range.filter(({ rating }) => rating?.user_id === id).map(({ rating }) => rating!.rate);
    const handled = own.filter(({ held }) => held.length > 0);
    return {
      id,
      tickets: handled.length,
      passedOn: handled.filter(({ cycle }) => cycle.last_user_id !== id).length,
      countRating: rated.length,
      rating: rated.length === 0 ? null : Math.round((sum(rated) / rated.length) * 100) / 100,
      avgSupportTime: minutes(mean(own.map(({ held }) => secondsOf(held)).filter((s) => s > 0))),
      avgWaitTime: minutes(mean(own.map(({ accepted }) => secondsOf(accepted)).filter((s) => s > 0))),
    };
  });
  return {
    counters: {
      tickets: range.length,
      supportFinished: count(({ cycle }) => cycle.finished_at !== null),
      supportGroups: count(({ ticket }) => ticket.is_group),
      supportHappening: now.filter(({ status }) => status === 'open').length,
      supportPending: now.filter(({ status }) => status === 'pending').length,
      activeTickets: count(({ ticket }) => ticket.is_active_demand),
      passiveTickets: count(({ ticket }) => !ticket.is_active_demand),
      waitRating: count(({ cycle, ticket }) => cycle.finished_at === null && ticket.status === 'nps'),
      withRating: count(({ cycle, rating }) => cycle.finished_at !== null && rating !== undefined),
      withoutRating: count(({ cycle, rating }) => cycle.finished_at !== null && rating === undefined),
      percRating: share(rates.length, range.length),
      npsPromotersPerc: share(promoters, rates.length),
      npsPassivePerc: share(rates.length - promoters - detractors, rates.length),
      npsDetractorsPerc: share(detractors, rates.length),
      npsScore: share(promoters - detractors, rates.length),
      avgSupportTime: minutes(mean(perCycle('attended'))),
      avgWaitTime: minutes(mean(perCycle('waiting'))),
      leads: data.contacts.filter(
        ({ id, created_at, merged_into_id, is_group }) =>
          isInRange(created_at) &&
          merged_into_id === null &&
          !is_group &&
          all.filter(({ ticket }) => ticket.contact_id === id).length === 1,
      ).length,
    },
    period: {
      received: written.filter(({ from_me }) => !from_me).length,
      sent: written.filter(({ from_me }) => from_me).length,
      sentBy: {
        users: sentFrom(['agent', 'schedule']),
        bot: written.filter(
          ({ from_me, origin }) => from_me && !['agent', 'schedule', 'campaign', 'phone'].includes(origin),
        ).length,
        campaigns: sentFrom(['campaign']),
        phone: sentFrom(['phone']),
      },
      unanswered: count(
        ({ cycle, periods }) => cycle.first_reply_at === null && periods.some(({ kind }) => kind === 'waiting'),
      ),
      withTarget,
      withinTarget:
        withTarget === 0
          ? null
          : share(
              count(({ cycle }) => cycle.is_in_time === true),
              withTarget,
            ),
      scores: Array.from({ length: 11 }, (_, score) => rates.filter((rate) => rate === score).length),
    },
    means: {
      supportTime: mean(perCycle('attended')),
      waitTime: mean(perCycle('waiting')),
      firstResponse: mean(responses),
      replyTime:
        sum(range.map(({ cycle }) => cycle.reply_waits)) === 0
          ? null
          : sum(range.map(({ cycle }) => cycle.reply_wait_s)) / sum(range.map(({ cycle }) => cycle.reply_waits)),
    },
    medians: { supportTime: perCycle('attended'), waitTime: perCycle('waiting'), firstResponse: responses },
    agents,
    heldLast: (userId: number | null) => count(({ cycle }) => cycle.last_user_id === userId),
    onDay: (day: string) => all.filter(({ cycle }) => dateIn(zone, cycle.created_at) === day).length,
    cycles: range,
  };
}

/** The value below which a share of the values lies, with linear interpolation. */
export function percentile(values: number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at));
}
