import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { Storage } from '../../foundation/storage/storage.ts';
import { createDoorkeeper } from './doorkeeper.ts';
import { createFounding } from './founding.ts';
import { createPausing } from './pausing.ts';
import { createPictures } from './pictures.ts';
import { createPresence } from './presence.ts';
import { createSessions, type SessionNeeds } from './sessions.ts';
import { createUsers, type UserNeeds } from './users.ts';

interface Needs extends SessionNeeds, Omit<UserNeeds, 'sessions'> {
  storage: Storage;
}
/** One note a minute and caller: the audit log is to be read, not flooded. */
const NOTE_EVERY_MS = 60_000;
const MOST_NOTED = 10_000;

/** Who works here: people, their rights, their sessions and whether they are there. */
export function createAccess(needs: Needs) {
  const { db, clock, companies, settings, storage, limits, signPicture } = needs;
  const sessions = createSessions(needs);
  const users = createUsers({ ...needs, sessions });
  const noted = new Map<string, number>();

  return {
    sessions,
    users,
    signPicture,
    doorkeeper: createDoorkeeper(needs),
    presence: createPresence({ db, clock }),
    pausing: createPausing({ db, clock }),
    pictures: createPictures({ storage, users, limits }),
    ...createFounding({ db, companies, settings, users }),

    async noteForeignCompany(actor: Actor, call: string, companyId: string) {
      const key = `${actor.companyId} ${actor.userId}`;
      if (+clock.now() - (noted.get(key) ?? 0) < NOTE_EVERY_MS) return;
      if (noted.size >= MOST_NOTED) noted.clear();
      noted.set(key, +clock.now());
      await db.inCompany(actor.companyId, (tx) =>
        audit(tx, { userId: actor.userId, act: 'foreign-company-named', subject: call, data: { companyId } }),
      );
    },
  };
}
export type Access = ReturnType<typeof createAccess>;
