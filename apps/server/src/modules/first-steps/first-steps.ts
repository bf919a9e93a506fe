/** The first steps of a new company. Nothing is ticked by hand: each step is read from the data. */
import { firstStepNames, type FirstStep, type FirstStepState } from '@balcao/contract/endpoints/first-steps';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import { firstStepStore, type FirstStepFacts } from './first-steps.store.ts';

/** A company that has worked for longer knows its way. */
const NEW_MS = 30 * 24 * 3_600_000;

interface Deps {
  db: Db;
  clock: Clock;
  companies: Companies;
}

export const createFirstSteps = ({ db, clock, companies }: Deps) => ({
  async get({ companyId }: Actor): Promise<FirstStepState> {
    const facts = assertFound(await db.readCompany(companyId, firstStepStore.facts), 'ERR_NO_COMPANY_FOUND');
    const done = firstStepNames.filter((step) => isDone(step, facts));
    const isNew = !facts.hasTicket || (!facts.isDemo && +clock.now() - +facts.createdAt < NEW_MS);
    const isOver = done.length === firstStepNames.length || facts.putAway.includes('all');
    return {
      isShown: isNew && !isOver && !facts.hasOpenTicket,
      done,
      connections: facts.connections,
      queues: facts.queues,
      users: facts.users,
    };
  },

  putAway: ({ companyId }: Actor, what: 'all' | 'team') =>
    db.inCompany(companyId, async (tx) => {
      const { firstStepsPutAway } = assertFound(await companies.lock(tx), 'ERR_NO_COMPANY_FOUND');
      if (!firstStepsPutAway.includes(what))
        await companies.change(tx, { firstStepsPutAway: [...firstStepsPutAway, what] });
    }),
});
export type FirstStepsModule = ReturnType<typeof createFirstSteps>;

function isDone(step: FirstStep, facts: FirstStepFacts): boolean {
  switch (step) {
    case 'account':
      return true;
    case 'connection':
      return facts.connections.length > 0;
    case 'queues':
      return facts.queues.length > 0;
    case 'team':
      return facts.users > 1 || facts.hasInvited || facts.putAway.includes('team');
    case 'hours':
      return facts.hasHours;
    case 'greeting':
      return facts.hasGreeting;
    case 'conversation':
      return facts.hasTicket;
  }
}
