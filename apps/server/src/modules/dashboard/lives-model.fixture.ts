import type { TestServer } from '../../../test/server.ts';

// What a random conversation must leave in the columns from which the numbers are counted. The model follows what was done,
// and reads no row before the comparison.

/** What happened to a conversation. */
export type LifeEvent =
  | { type: 'customer-wrote' }
  /** Without a user: from the phone. */
  | { type: 'replied'; userId: number | null }
  /** The agent who has it from now on; null while it waits, and while no agent has it. */
  | { type: 'held'; userId: number | null }
  | { type: 'asked-for-rating' }
  | { type: 'ended' }
  | { type: 'reopened'; userId: number };

interface ModelCycle {
  beganAt: number;
  isOver: boolean;
  /** Undefined without a reply. */
  firstReply: { userId: number | null; seconds: number } | undefined;
  replyWaits: number;
  replyWaitS: number;
  /** Who had it, one after the other. */
  holders: (number | null)[];
  heldSince: number;
  attendedS: number;
}
interface ModelLife {
  /** Seconds by which its past was moved. */
  passedS: number;
  waitingSince: number | null;
  isAsked: boolean;
  cycles: ModelCycle[];
}
interface StoredCycle {
  is_over: boolean;
  first_reply_s: number | null;
  first_reply_user_id: number | null;
  reply_waits: number;
  reply_wait_s: number;
  last_user_id: number | null;
  holders: (number | null)[];
  attended_s: number;
}
/** A busy machine takes this long from an event to the next line of the test. */
const TOLERANCE_S = 30;

/** Expects of each conversation its waits, its first reply and the agents who had it. */
export function createLivesModel(server: TestServer) {
  const lives = new Map<number, ModelLife>();
  const now = ({ passedS }: ModelLife) => performance.now() / 1000 + passedS;
  const current = ({ cycles }: ModelLife) => cycles.find(({ isOver }) => !isOver);

  function begin(life: ModelLife, userId: number | null) {
    const at = now(life);
    life.cycles.push({
      beganAt: at,
      isOver: false,
      firstReply: undefined,
      replyWaits: 0,
      replyWaitS: 0,
      holders: [userId],
      heldSince: at,
      attendedS: 0,
    });
  }
  function hold(life: ModelLife, userId: number | null) {
    const cycle = current(life)!;
    const holder = cycle.holders.at(-1)!;
    if (holder === userId) return;
    if (holder !== null) cycle.attendedS += now(life) - cycle.heldSince;
    cycle.holders.push(userId);
    cycle.heldSince = now(life);
  }
  function reply(life: ModelLife, userId: number | null) {
    const cycle = current(life);
    if (cycle) cycle.firstReply ??= { userId, seconds: now(life) - cycle.beganAt };
    if (cycle && life.waitingSince !== null) {
      cycle.replyWaits += 1;
      cycle.replyWaitS += now(life) - life.waitingSince;
    }
    life.waitingSince = null;
  }

  return {
    opened(ticketId: number, userId: number | null): void {
      const life: ModelLife = { passedS: 0, waitingSince: null, isAsked: false, cycles: [] };
      begin(life, userId);
      lives.set(ticketId, life);
    },
    passed(ticketId: number, minutes: number): void {
      lives.get(ticketId)!.passedS += minutes * 60;
    },
    happened(ticketId: number, event: LifeEvent): void {
      const life = lives.get(ticketId)!;
      switch (event.type) {
        case 'customer-wrote':
          // No customer waits in a conversation that is over or asks for its rating.
          if (current(life) && !life.isAsked) life.waitingSince ??= now(life);
          break;
        case 'replied':
          reply(life, event.userId);
          break;
        case 'held':
          hold(life, event.userId);
          break;
        case 'asked-for-rating':
          hold(life, null);
          life.isAsked = true;
          life.waitingSince = null;
          break;
        case 'ended':
          hold(life, null);
          current(life)!.isOver = true;
          life.isAsked = false;
          life.waitingSince = null;
          break;
        case 'reopened':
          if (current(life)) hold(life, event.userId);
          else begin(life, event.userId);
          life.isAsked = false;
      }
    },
    /** Conversations of which the stored cycles are not those of the model. */
    async differences(): Promise<string[]> {
      const { rows } = await server.asOwner.query<StoredCycle & { ticket_id: number }>(STORED, [[...lives.keys()]]);
      return [...lives].flatMap(([ticketId, { cycles }]) => {
        const stored = rows.filter((row) => row.ticket_id === ticketId);
        const isEqual = stored.length === cycles.length && cycles.every((cycle, n) => equals(cycle, stored[n]!));
        return isEqual ? [] : [`${ticketId}: ${JSON.stringify(cycles)} is stored as ${JSON.stringify(stored)}`];
      });
    },
  };
}

const isClose = (a: number, b: number, times = 1) => Math.abs(a - b) < TOLERANCE_S * times;

function equals(model: ModelCycle, stored: StoredCycle): boolean {
  const holders = stored.holders.filter((holder, n) => n === 0 || holder !== stored.holders[n - 1]);
  // At its end no agent has a conversation any more: there is no period of that.
  const expected = model.isOver && model.holders.length > holders.length ? model.holders.slice(0, -1) : model.holders;
  return (
    model.isOver === stored.is_over &&
    (model.firstReply === undefined
      ? stored.first_reply_s === null && stored.first_reply_user_id === null
      : stored.first_reply_s !== null &&
        isClose(stored.first_reply_s, model.firstReply.seconds) &&
        stored.first_reply_user_id === model.firstReply.userId) &&
    stored.reply_waits === model.replyWaits &&
    isClose(stored.reply_wait_s, model.replyWaitS, model.replyWaits + 1) &&
    stored.last_user_id === (model.holders.findLast((holder) => holder !== null) ?? null) &&
    JSON.stringify(holders) === JSON.stringify(expected) &&
    (!model.isOver || isClose(stored.attended_s, model.attendedS, model.holders.length))
  );
}

const STORED = `select k.ticket_id, k.finished_at is not null as is_over, k.first_reply_user_id,
       extract(epoch from k.first_reply_at - k.created_at)::float8 as first_reply_s, k.reply_waits, k.reply_wait_s, k.last_user_id,
       p.holders, coalesce(p.attended_s, 0)::float8 as attended_s
  from ticket_tracking k cross join lateral (
    select json_agg(case when p.kind = 'attended' then p.user_id end order by p.id) as holders,
           sum(extract(epoch from p.to_at - p.from_at)) filter (where p.kind = 'attended') as attended_s
      from ticket_periods p where p.company_id = k.company_id and p.cycle_id = k.id) p
 where k.ticket_id = any ($1) order by k.id`;
