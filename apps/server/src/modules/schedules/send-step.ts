import { permanentErrors } from '../messages/index.ts';
import type { ErrorCode } from '@balcao/contract';
import { decideDue } from '@balcao/domain/schedule/run';
import { AppError, assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { ScheduleRow } from '../../infrastructure/db/schema/schedules.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { featuresOf, type Companies } from '../companies/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { advance, type DueSchedule, type Ended } from './advance-schedules.ts';
import { createScheduleContent, type ScheduleContentDeps } from './schedule-content.ts';
import { scheduleRunStore } from './schedule-runs.store.ts';
import { createScheduleTickets, type ScheduleTicketDeps } from './schedule-tickets.ts';
import { ruleOf } from './schedule-rule.ts';

export interface SendStepDeps extends ScheduleContentDeps, ScheduleTicketDeps {
  db: Db;
  clock: Clock;
  companies: Companies;
  contacts: Contacts;
  onError(error: unknown): void;
}
/** `waiting`: the company may send nothing now. `nothing`: it is not due any more, or was changed meanwhile. */
export type StepResult = 'sent' | 'failed' | 'skipped' | 'waiting' | 'nothing';

/** Dates that one transaction skips; the others follow in the next one. */
const MAX_SUPERSEDED = 200;

/** These stay as they are when they are tried again. Every other error leaves the date to the next sweep. */
const PERMANENT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...permanentErrors,
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_DEF_WAPP_FOUND',
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_TEMPLATE_NOT_SENDABLE',
  'ERR_VALIDATION',
]);
/** A schedule was changed after it was read; nothing of this transaction is kept. */
class ScheduleChanged extends Error {}

/**
 * Sends what is due of schedules of one company: the runs, the messages and the next dates are committed together or not at
 * all. A second node finds the next date or waits for the lock; a run that exists is never sent again.
 */
export function createSendStep(deps: SendStepDeps) {
  const { db, clock, companies, contacts, tickets, messages } = deps;
  const contentOf = createScheduleContent(deps);
  const openTickets = createScheduleTickets(deps);

  /** What is due of the schedules as they stand. */
  async function findDue(tx: Tx, schedules: ScheduleRow[], now: Date): Promise<DueSchedule[]> {
    const dated = schedules.flatMap((schedule) =>
      schedule.nextAt !== null && schedule.nextAt <= now ? [{ schedule, at: schedule.nextAt }] : [],
    );
    if (dated.length === 0) return [];
    const { holidays } = await companies.inTx.getHours(tx);
    return dated.map(({ schedule, at }) => {
      const position = { next: { step: schedule.nextStep, at }, done: schedule.done };
      return { schedule, due: decideDue(ruleOf(schedule, holidays), position, now, MAX_SUPERSEDED) };
    });
  }

  /**
   * Contacts, tickets and schedules are locked in this order, as in the transaction that stores a customer's message and
   * cancels the schedule.
   */
  async function send(tx: Tx, due: DueSchedule[], now: Date): Promise<void> {
    const locked = await contacts.inTx.lockMany(tx, [...new Set(due.map(({ schedule }) => schedule.contactId))]);
    const contactsById = new Map(locked.map((contact) => [contact.id, contact]));
    for (const { schedule } of due)
      if (!assertFound(contactsById.get(schedule.contactId), 'ERR_NO_CONTACT_FOUND').isActive)
        refuse('ERR_CONTACT_BLOCKED');
    const opened = await openTickets(tx, due, contactsById);
    await lockUnchanged(tx, due);
    const drafts: Parameters<typeof messages.sendManyInTx>[2] = [];
    for (const [index, { schedule }] of due.entries()) {
      const { ticket } = opened[index]!;
      const { userId, isSigned } = schedule;
      const content = await contentOf(tx, schedule, ticket);
      drafts.push({ ticket, content, userId, signed: isSigned && userId !== null });
    }
    const ids = await messages.sendManyInTx(tx, 'schedule', drafts);
    const sent = due.map((one, index): DueSchedule & { sent: Ended } => ({
      ...one,
      sent: { state: 'sent', messageId: ids[index]!, error: null },
    }));
    await advance(tx, sent, now);
    for (const [index, { schedule }] of due.entries()) {
      const { ticket, isNew } = opened[index]!;
      if (isNew && schedule.ticketStatus === 'closed' && ticket.status !== 'group')
        await tickets.inTx.command(tx, ticket, { type: 'close', by: 'bot', farewell: false });
    }
  }

  async function lockUnchanged(tx: Tx, due: DueSchedule[]): Promise<void> {
    const ids = due.map(({ schedule }) => schedule.id);
    const revisions = await scheduleRunStore.lockRevisions(tx, ids);
    if (due.some(({ schedule: { id, revision } }) => revisions.get(id) !== revision)) throw new ScheduleChanged();
  }

  async function isAllowed(tx: Tx): Promise<boolean> {
    if (await companies.inTx.isSendingHeld(tx)) return false;
    return featuresOf((await companies.inTx.get(tx)).plan).has('schedules');
  }

  type Results = Map<number, StepResult>;
  async function sendTogether(
    companyId: number,
    ids: number[],
    now: Date,
    onDue: (due: DueSchedule[]) => void = () => {},
  ): Promise<Results> {
    return db.inCompany(companyId, async (tx) => {
      const due = await findDue(tx, await scheduleRunStore.findMany(tx, ids), now);
      const results: Results = new Map(ids.map((id) => [id, 'nothing']));
      if (due.length === 0) return results;
      if (!(await isAllowed(tx))) return new Map(ids.map((id) => [id, 'waiting']));
      onDue(due);
      const sendable = due.filter((one) => one.due.send);
      const skipped = due.filter((one) => !one.due.send);
      if (sendable.length > 0) await send(tx, sendable, now);
      if (skipped.length > 0) {
        await lockUnchanged(tx, skipped);
        await advance(tx, skipped, now);
      }
      for (const { schedule } of sendable) results.set(schedule.id, 'sent');
      for (const { schedule } of skipped) results.set(schedule.id, 'skipped');
      return results;
    });
  }

  async function sendOne(companyId: number, id: number, now: Date): Promise<StepResult> {
    let attempted: DueSchedule[] = [];
    try {
      const results = await sendTogether(companyId, [id], now, (due) => {
        attempted = due;
      });
      return results.get(id)!;
    } catch (error) {
      if (error instanceof ScheduleChanged) return 'nothing';
      if (attempted.length === 0 || !(error instanceof AppError) || !PERMANENT.has(error.code)) throw error;
      return recordFailure(companyId, attempted, error.code, now);
    }
  }

  /** Several schedules of a company in one transaction. When one of them fails, each is sent in a transaction of its own. */
  return async function sendDue(companyId: number, ids: number[]): Promise<Results> {
    const now = clock.now();
    if (ids.length > 1) {
      const together = await sendTogether(companyId, ids, now).catch(() => undefined);
      if (together) return together;
    }
    const results: Results = new Map();
    for (const id of ids) {
      const result = await sendOne(companyId, id, now).catch((error: unknown) => {
        deps.onError(error);
        return 'nothing' as const;
      });
      results.set(id, result);
    }
    return results;
  };

  /** In a transaction of its own: the ticket that was opened for the message is rolled back. */
  async function recordFailure(
    companyId: number,
    attempted: DueSchedule[],
    error: ErrorCode,
    now: Date,
  ): Promise<StepResult> {
    return db
      .inCompany(companyId, async (tx): Promise<StepResult> => {
        await lockUnchanged(tx, attempted);
        const failed = { state: 'failed' as const, messageId: null, error };
        await advance(
          tx,
          attempted.map((one) => ({ ...one, sent: failed })),
          now,
        );
        return 'failed';
      })
      .catch((failure: unknown) => {
        if (failure instanceof ScheduleChanged) return 'nothing' as const;
        throw failure;
      });
  }
}
