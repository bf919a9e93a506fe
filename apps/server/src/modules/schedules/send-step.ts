import type { ErrorCode } from '@balcao/contract';
import { decideDue, secondsLate, type DueRun } from '@balcao/domain/schedule/run';
import { AppError, assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { ScheduleRow } from '../../infrastructure/db/schema/schedules.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { featuresOf, type Companies } from '../companies/index.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Tickets } from '../tickets/index.ts';
import { createScheduleContent, type ScheduleContentDeps } from './schedule-content.ts';
import { scheduleRecords } from './schedule-records.store.ts';
import { ruleOf } from './schedule-rule.ts';

export interface SendStepDeps extends ScheduleContentDeps {
  db: Db;
  clock: Clock;
  companies: Companies;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
}
/** `waiting`: the company may send nothing now. `nothing`: it is not due any more, or was changed meanwhile. */
export type StepResult = 'sent' | 'failed' | 'skipped' | 'waiting' | 'nothing';

/** Dates that one transaction skips; the others follow in the next one. */
const MAX_SUPERSEDED = 200;

/** These stay as they are when they are tried again. Every other error leaves the date to the next sweep. */
const PERMANENT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ERR_REPLY_WINDOW',
  'ERR_CONTENT_UNSUPPORTED',
  'ERR_EMPTY_MESSAGE',
  'ERR_NO_CONTACT_FOUND',
  'ERR_CONTACT_BLOCKED',
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_DEF_WAPP_FOUND',
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_TEMPLATE_NOT_SENDABLE',
  'ERR_VALIDATION',
]);
/** The schedule was changed after it was read; nothing of this transaction is kept. */
class ScheduleChanged extends Error {}

/**
 * Sends what is due of one schedule: the run, the message and the next date are committed together or not at all. A second
 * node finds the next date or waits for the lock; a run that exists is never sent again.
 */
export function createSendStep(deps: SendStepDeps) {
  const { db, clock, companies, connections, contacts, tickets, messages } = deps;
  const contentOf = createScheduleContent(deps);

  /** What is due of a schedule as it stands; undefined when nothing is. */
  async function findDue(tx: Tx, schedule: ScheduleRow | undefined, now: Date) {
    if (!schedule?.nextAt || schedule.nextAt > now) return undefined;
    const { holidays } = await companies.inTx.getHours(tx);
    const position = { next: { step: schedule.nextStep, at: schedule.nextAt }, done: schedule.done };
    return decideDue(ruleOf(schedule, holidays), position, now, MAX_SUPERSEDED);
  }

  /** Records the runs and moves on to the next date. */
  async function advance(
    tx: Tx,
    schedule: ScheduleRow,
    { superseded, send, following }: DueRun,
    sent: { state: 'sent' | 'failed'; messageId: number | null; error: ErrorCode | null } | undefined,
    now: Date,
  ): Promise<void> {
    const runs = superseded.map(({ at }, index) => ({
      n: schedule.lastRun + index + 1,
      dueAt: at,
      state: 'superseded' as const,
      messageId: null,
      lateSeconds: secondsLate(at, now),
      error: null,
    }));
    const own =
      send && sent
        ? [{ n: schedule.lastRun + runs.length + 1, dueAt: send.at, lateSeconds: secondsLate(send.at, now), ...sent }]
        : [];
    const all = [...runs, ...own];
    await scheduleRecords.addRuns(tx, schedule.id, all);
    const isSent = sent?.state === 'sent';
    await scheduleRecords.update(tx, schedule.id, {
      lastRun: schedule.lastRun + all.length,
      done: schedule.done + all.length,
      ...(following
        ? { nextAt: following.at, nextStep: following.step }
        : { nextAt: null, status: isSent ? ('sent' as const) : ('failed' as const), sentAt: isSent ? now : null }),
    });
    tx.emit({ type: 'schedule.saved', scheduleId: schedule.id, isNew: false });
  }

  /** The chosen connection, or the first usable one, preferring the contact's. */
  const connectionOf = async (tx: Tx, { connectionId }: ScheduleRow, contact: ContactRow): Promise<FullConnection> =>
    connectionId === null
      ? assertFound(await connections.inTx.usable(tx, contact.connectionId), 'ERR_NO_DEF_WAPP_FOUND')
      : assertFound(await connections.inTx.find(tx, connectionId), 'ERR_NO_WAPP_FOUND');

  async function ticketOf(tx: Tx, schedule: ScheduleRow, contact: ContactRow) {
    const connection = await connectionOf(tx, schedule, contact);
    if (!schedule.opensTicket)
      return { ticket: await tickets.inTx.findLiveOrUnlisted(tx, contact, connection), isNew: false };
    const { ticketUserId: userId, queueId } = schedule;
    const [existingQueueId = null] = queueId === null ? [] : await deps.existingQueueIds(tx, [queueId]);
    return tickets.inTx.findOrOpenForSending(tx, contact, connection, { userId, queueId: existingQueueId });
  }

  /**
   * Contact, ticket and schedule are locked in this order, as in the transaction that stores a customer's message and
   * cancels the schedule.
   */
  async function send(tx: Tx, schedule: ScheduleRow, due: DueRun, now: Date): Promise<void> {
    const contact = assertFound(await contacts.inTx.lock(tx, schedule.contactId), 'ERR_NO_CONTACT_FOUND');
    if (!contact.isActive) refuse('ERR_CONTACT_BLOCKED');
    const { ticket, isNew } = await ticketOf(tx, schedule, contact);
    await lockUnchanged(tx, schedule);
    const content = await contentOf(tx, schedule, ticket);
    const by = { origin: 'schedule' as const, userId: schedule.userId };
    const signed = schedule.isSigned && schedule.userId !== null;
    const { id: messageId } = await messages.sendInTx(tx, ticket, { content }, by, { signed });
    await advance(tx, schedule, due, { state: 'sent', messageId, error: null }, now);
    if (isNew && schedule.ticketStatus === 'closed' && ticket.status !== 'group')
      await tickets.inTx.command(tx, ticket, { type: 'close', by: 'bot', farewell: false });
  }

  async function lockUnchanged(tx: Tx, { id, revision }: ScheduleRow): Promise<void> {
    if ((await scheduleRecords.lock(tx, id))?.revision !== revision) throw new ScheduleChanged();
  }

  async function isAllowed(tx: Tx): Promise<boolean> {
    if (await companies.inTx.isSilent(tx)) return false;
    return featuresOf((await companies.inTx.get(tx)).plan).has('schedules');
  }

  return async function sendDue(companyId: number, id: number): Promise<StepResult> {
    const now = clock.now();
    let attempt: { schedule: ScheduleRow; due: DueRun } | undefined;
    try {
      return await db.inCompany(companyId, async (tx) => {
        const schedule = await scheduleRecords.find(tx, id);
        const due = await findDue(tx, schedule, now);
        if (!schedule || !due) return 'nothing';
        if (!(await isAllowed(tx))) return 'waiting';
        attempt = { schedule, due };
        if (due.send) {
          await send(tx, schedule, due, now);
          return 'sent';
        }
        await lockUnchanged(tx, schedule);
        await advance(tx, schedule, due, undefined, now);
        return 'skipped';
      });
    } catch (error) {
      if (error instanceof ScheduleChanged) return 'nothing';
      if (!attempt || !(error instanceof AppError) || !PERMANENT.has(error.code)) throw error;
      return recordFailure(companyId, attempt, error.code, now);
    }
  };

  /** In a transaction of its own: the ticket that was opened for the message is rolled back. */
  async function recordFailure(
    companyId: number,
    { schedule, due }: { schedule: ScheduleRow; due: DueRun },
    error: ErrorCode,
    now: Date,
  ): Promise<StepResult> {
    return db
      .inCompany(companyId, async (tx): Promise<StepResult> => {
        await lockUnchanged(tx, schedule);
        await advance(tx, schedule, due, { state: 'failed', messageId: null, error }, now);
        return 'failed';
      })
      .catch((failure: unknown) => {
        if (failure instanceof ScheduleChanged) return 'nothing' as const;
        throw failure;
      });
  }
}
