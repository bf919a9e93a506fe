import { afterOpenMinutes, type DayHours } from '@balcao/domain/hours/hours';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { cycleStore } from './cycles.store.ts';
import { ticketMessageStore, type ReplyTarget, type TicketTouch } from './ticket-messages.store.ts';

export interface TicketReplyDeps {
  clock: Clock;
  companies: Pick<Companies, 'inTx'>;
  settings: Settings;
}

/** Adds messages to tickets, and judges the first reply of a human by the target of the queue. */
export function createTicketReplies({ clock, companies, settings }: TicketReplyDeps) {
  async function judge(tx: Tx, target: ReplyTarget): Promise<void> {
    const { timeZone, holidays, schedules: ofCompany } = await companies.inTx.getHours(tx);
    const type = await settings.get(tx, 'scheduleType');
    const isOff = type !== 'company' && type !== 'queue' && type !== 'connection';
    const hours = { timeZone, holidays: isOff ? [] : holidays, schedules: schedulesOf(type, target, ofCompany) };
    const due = afterOpenMinutes(hours, target.waitingFrom, target.targetMinutes);
    // Due later than can be computed: no business hours in the next sixty days.
    cycleStore.setInTime(tx, target.cycleId, due === undefined || clock.now() <= due);
  }

  return {
    /** Returns the message's number in the conversation. */
    async touch(tx: Tx, id: number, message: TicketTouch): Promise<number> {
      const { messageSeq, replyTarget } = await ticketMessageStore.touch(tx, id, message);
      if (replyTarget) await judge(tx, replyTarget);
      return messageSeq;
    },
  };
}

/** Without business hours every hour counts. */
function schedulesOf(type: unknown, target: ReplyTarget, ofCompany: readonly DayHours[]): readonly DayHours[] {
  if (type === 'company') return ofCompany;
  if (type === 'queue') return target.queueSchedules;
  return type === 'connection' ? (target.connectionSchedules ?? []) : [];
}
