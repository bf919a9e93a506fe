import { clockTimeIn } from '@balcao/domain/access/work-hours';
import { chooseAgent, type AgentChoice } from '@balcao/domain/assignment/choose-agent';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { assignmentStore } from '../ticket-timers/ticket-timers.store.ts';

export interface AssignmentDeps {
  clock: Clock;
  companies: Companies;
  settings: Settings;
  /** This member of the queue had a turn just now. */
  recordTurn(tx: Tx, queueId: number, userId: number): Promise<void>;
}
export interface AssignmentRules {
  capacity: number;
  timeZone: string;
}
export type AssignmentRequest =
  | { how: 'random'; queueId: number; previous?: number | null }
  | { how: 'rotation'; queueId: number; previous: number | null }
  /** A customer of this person's own. */
  | { how: 'wallet'; userId: number };

/** Who gets a ticket. Whoever asks holds the ticket already, and gives it in the same unit of work. */
export function createAssignment({ clock, companies, settings, recordTurn }: AssignmentDeps) {
  return {
    /** `rules`: what the company decided, for whoever has it at hand already. */
    async chooseAgent(tx: Tx, request: AssignmentRequest, rules?: AssignmentRules): Promise<AgentChoice> {
      const { capacity, timeZone } = rules ?? {
        capacity: Number(await settings.get(tx, 'attendantCapacity')),
        timeZone: (await companies.inTx.get(tx)).company.timeZone,
      };
      // Turns and free places are counted, so nobody else may take one meanwhile.
      if (capacity > 0 || request.how === 'rotation') await assignmentStore.lock(tx);
      const candidates =
        request.how === 'wallet'
          ? await assignmentStore.user(tx, request.userId, capacity > 0)
          : await assignmentStore.members(tx, request.queueId, request.how === 'random', capacity > 0);
      const choice = chooseAgent(candidates, {
        clockTime: clockTimeIn(timeZone, clock.now()),
        capacity,
        method: request.how,
        previous: request.how === 'wallet' ? null : (request.previous ?? null),
        random: Math.random(),
      });
      // Chance keeps no turns: without the lock, two who choose at once would wait for each other's rows.
      if (choice.userId !== null && request.how === 'rotation') await recordTurn(tx, request.queueId, choice.userId);
      return choice;
    },
  };
}
export type Assignment = ReturnType<typeof createAssignment>;
