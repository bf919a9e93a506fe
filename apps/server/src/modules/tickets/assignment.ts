import { clockTimeIn } from '@balcao/domain/access/work-hours';
import { chooseAgent, type AgentChoice } from '@balcao/domain/assignment/choose-agent';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { assignmentStore } from './assignment.store.ts';

export interface AssignmentDeps {
  clock: Clock;
  companies: Companies;
  settings: Settings;
  /** Records that this member of the queue has just had a turn. */
  recordTurn(tx: Tx, queueId: number, userId: number): Promise<void>;
}
export interface AssignmentRules {
  capacity: number;
  timeZone: string;
}
export type AssignmentRequest =
  | { how: 'random'; queueId: number; previous?: number | null }
  | { how: 'rotation'; queueId: number; previous: number | null }
  /** The contact's account owner. */
  | { how: 'wallet'; userId: number };

/** Chooses the agent of a ticket. The caller holds the ticket's lock and assigns it in the same transaction. */
export function createAssignment({ clock, companies, settings, recordTurn }: AssignmentDeps) {
  return {
    /** `rules` are the company's settings, from callers that have them already. */
    async chooseAgent(tx: Tx, request: AssignmentRequest, rules?: AssignmentRules): Promise<AgentChoice> {
      const { capacity, timeZone } = rules ?? {
        capacity: Number(await settings.get(tx, 'attendantCapacity')),
        timeZone: (await companies.inTx.get(tx)).company.timeZone,
      };
      // Turns and free capacity are counted, so no concurrent choice may change them.
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
      // Only rotation records turns: without the lock, two concurrent random choices would wait for each other's rows.
      if (choice.userId !== null && request.how === 'rotation') await recordTurn(tx, request.queueId, choice.userId);
      return choice;
    },
  };
}
export type Assignment = ReturnType<typeof createAssignment>;
