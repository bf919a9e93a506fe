import type { Actor } from '@balcao/domain/policy/actor';
import { firstOccurrence, occurrencesOf } from '@balcao/domain/schedule/recurrence';
import { assertFound, authorize, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { ScheduleRow } from '../../infrastructure/db/schema/schedules.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { ScheduleDeps } from './schedule-deps.ts';
import { createScheduleCalendar } from './schedule-calendar.ts';
import { createScheduleFiles } from './schedule-files.ts';
import { scheduleCancelStore } from './schedule-cancel.store.ts';
import { scheduleRecords, type ScheduleFields, type SchedulePositionFields } from './schedule-records.store.ts';
import { ruleOf } from './schedule-rule.ts';
import { scheduleStore } from './schedules.store.ts';

export interface ScheduleDraft extends ScheduleFields {
  sendAt: Date;
}

/** Messages that are sent on a date, once or again, and the calendar of their dates. */
export function createSchedules(deps: ScheduleDeps) {
  const { db, companies, connections, contacts, templates } = deps;

  const get = async (tx: Tx, id: number) =>
    assertFound((await scheduleStore.byIds(tx, [id]))[0], 'ERR_NO_SCHEDULE_FOUND');
  async function lockChangeable(tx: Tx, actor: Actor, id: number): Promise<ScheduleRow> {
    const schedule = assertFound(await scheduleRecords.lock(tx, id), 'ERR_NO_SCHEDULE_FOUND');
    authorize(actor, 'schedule.change', schedule);
    return schedule;
  }

  /** Ids of other companies and of removed records are refused as unknown. */
  async function assertReferences(tx: Tx, draft: ScheduleDraft): Promise<void> {
    const { contactId, connectionId, queueId, ticketUserId, templateId, templateValues } = draft;
    const contact = assertFound(await contacts.inTx.find(tx, contactId), 'ERR_NO_CONTACT_FOUND');
    if (!contact.isActive) refuse('ERR_CONTACT_BLOCKED');
    if (connectionId !== null) assertFound(await connections.inTx.find(tx, connectionId), 'ERR_NO_WAPP_FOUND');
    if (queueId !== null && (await deps.existingQueueIds(tx, [queueId])).length === 0)
      refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueId', rule: 'unknown' });
    if (ticketUserId !== null && !(await deps.userExists(tx, ticketUserId)))
      refuse('ERR_NO_USER_FOUND', { field: 'ticketUserId', rule: 'unknown' });
    if (templateId !== null) await templates.inTx.assertSendable(tx, connectionId, templateId, templateValues);
  }

  /** The position of a schedule whose dates begin at `sendAt`, in the company's time zone. */
  async function startAt(tx: Tx, { sendAt, unit, interval, count, shift }: ScheduleDraft) {
    const { timeZone, holidays } = await companies.inTx.getHours(tx);
    const anchor = { anchor: sendAt, timeZone };
    return { ...anchor, nextAt: firstOccurrence(ruleOf({ ...anchor, unit, interval, count, shift }, holidays)).at };
  }

  /** Unchanged dates continue where they are. Changed ones begin again at the new date, with the sends that are left. */
  async function positionAfter(
    tx: Tx,
    before: ScheduleRow,
    draft: ScheduleDraft,
    anchor: Date | undefined,
  ): Promise<Partial<SchedulePositionFields>> {
    const { unit, interval, shift, count } = draft;
    const isPending = before.status === 'pending';
    if (isPending && count <= before.done) refuse('ERR_VALIDATION', { field: 'enviarQuantasVezes', rule: 'tooSmall' });
    const isSame =
      isPending &&
      +draft.sendAt === +before.nextAt! &&
      unit === before.unit &&
      interval === before.interval &&
      shift === before.shift;
    if (isSame) return {};
    // One that failed or was cancelled is sent at least once more.
    const done = Math.min(before.done, count - 1);
    const start = (anchor && (await continueAt(tx, draft, anchor))) ?? { ...(await startAt(tx, draft)), nextStep: 0 };
    return { ...start, done, status: 'pending', sentAt: null };
  }

  /** The position at `sendAt` of dates that are counted from another one; undefined if it is none of them. */
  async function continueAt(tx: Tx, { sendAt, unit, interval, count, shift }: ScheduleDraft, anchor: Date) {
    const { timeZone, holidays } = await companies.inTx.getHours(tx);
    const rule = ruleOf({ anchor, timeZone, unit, interval, count, shift }, holidays);
    const found = occurrencesOf(rule, count).find(({ at }) => +at === +sendAt);
    return found && { anchor, timeZone, nextAt: found.at, nextStep: found.step };
  }

  return {
    ...createScheduleCalendar(deps),
    ...createScheduleFiles(deps, lockChangeable),

    list: (actor: Actor, filter: { search: string; contactId: number | null; userId: number | null; page: number }) =>
      db.readCompany(actor.companyId, async (tx) => ({
        ...(await scheduleStore.page(tx, filter)),
        masked: await contacts.inTx.hidesNumbers(tx),
      })),
    get: (actor: Actor, id: number) => db.readCompany(actor.companyId, (tx) => loadForPresent(tx, id)),
    /** For socket messages. */
    find: (companyId: number, id: number) =>
      db.readCompany(companyId, async (tx) => {
        const [schedule] = await scheduleStore.byIds(tx, [id]);
        return schedule && { schedule, masked: await contacts.inTx.hidesNumbers(tx) };
      }),

    create: (actor: Actor, draft: ScheduleDraft) =>
      db.inCompany(actor.companyId, async (tx) => {
        await assertReferences(tx, draft);
        const { sendAt: _, ...fields } = draft;
        const id = await scheduleRecords.insert(tx, { ...fields, ...(await startAt(tx, draft)), userId: actor.userId });
        tx.emit({ type: 'schedule.saved', scheduleId: id, isNew: true });
        return loadForPresent(tx, id);
      }),

    update: (actor: Actor, id: number, draft: ScheduleDraft, anchor?: Date) =>
      db.inCompany(actor.companyId, async (tx) => {
        const before = await lockChangeable(tx, actor, id);
        if (before.status === 'sent') refuse('ERR_SCHEDULE_SENT');
        await assertReferences(tx, draft);
        const { sendAt: _, ...fields } = draft;
        await scheduleRecords.update(tx, id, { ...fields, ...(await positionAfter(tx, before, draft, anchor)) });
        await audit(tx, { userId: actor.userId, action: 'schedule.changed', subject: `schedule ${id}` });
        tx.emit({ type: 'schedule.saved', scheduleId: id, isNew: false });
        return loadForPresent(tx, id);
      }),

    async remove(actor: Actor, id: number): Promise<void> {
      const released = await db.inCompany(actor.companyId, async (tx) => {
        const { mediaKey, contactId } = await lockChangeable(tx, actor, id);
        await scheduleRecords.remove(tx, id);
        const subject = `schedule ${id}`;
        await audit(tx, { userId: actor.userId, action: 'schedule.removed', subject, data: { contactId } });
        tx.emit({ type: 'schedule.removed', scheduleId: id });
        return mediaKey === null ? [] : fileStore.release(tx, [mediaKey]);
      });
      await Promise.all(released.map((key) => deps.storage.remove(key)));
    },

    inTx: {
      detachTemplates: scheduleStore.detachTemplates,
      /** Ends schedules that wait for a message of these contacts, in the transaction that stores the message. */
      async cancelOnReply(tx: Tx, contactIds: number[]): Promise<void> {
        for (const scheduleId of await scheduleCancelStore.ofContacts(tx, contactIds))
          tx.emit({ type: 'schedule.saved', scheduleId, isNew: false });
      },
    },
  };

  async function loadForPresent(tx: Tx, id: number) {
    return { schedule: await get(tx, id), masked: await contacts.inTx.hidesNumbers(tx) };
  }
}
export type Schedules = ReturnType<typeof createSchedules>;
