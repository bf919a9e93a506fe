import { clockTimeIn } from '@balcao/domain/access/work-hours';
import { choose, type Choice } from '@balcao/domain/routing/choose';
import type { Clock } from '../../foundation/clock.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { routingStore } from './clockwork.store.ts';

export interface RoutingNeeds {
  clock: Clock;
  companies: Companies;
  settings: Settings;
  /** This member of the queue had a turn just now. */
  hadTurn(tx: Tx, queueId: number, userId: number): Promise<void>;
}
export interface RoutingRules {
  capacity: number;
  timeZone: string;
}
export type RoutingWish =
  | { how: 'random'; queueId: number; previous?: number | null }
  | { how: 'rotation'; queueId: number; previous: number | null }
  /** A customer of this person's own. */
  | { how: 'wallet'; userId: number };

/** Who gets a ticket. Whoever asks holds the ticket already, and gives it in the same unit of work. */
export function createRouting({ clock, companies, settings, hadTurn }: RoutingNeeds) {
  return {
    /** `rules`: what the company decided, for whoever has it at hand already. */
    async choose(tx: Tx, wish: RoutingWish, rules?: RoutingRules): Promise<Choice> {
      const { capacity, timeZone } = rules ?? {
        capacity: Number(await settings.one(tx, 'attendantCapacity')),
        timeZone: (await companies.within(tx)).company.timeZone,
      };
      // Turns and free places are counted, so nobody else may take one meanwhile.
      if (capacity > 0 || wish.how === 'rotation') await routingStore.lock(tx);
      const candidates =
        wish.how === 'wallet'
          ? await routingStore.person(tx, wish.userId, capacity > 0)
          : await routingStore.members(tx, wish.queueId, wish.how === 'random', capacity > 0);
      const choice = choose(candidates, {
        clockTime: clockTimeIn(timeZone, clock.now()),
        capacity,
        how: wish.how,
        previous: wish.how === 'wallet' ? null : (wish.previous ?? null),
        random: Math.random(),
      });
      // Chance keeps no turns: without the lock, two who choose at once would wait for each other's rows.
      if (choice.userId !== null && wish.how === 'rotation') await hadTurn(tx, wish.queueId, choice.userId);
      return choice;
    },
  };
}
export type Routing = ReturnType<typeof createRouting>;
