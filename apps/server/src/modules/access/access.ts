import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { MailMode } from '../../infrastructure/mail/outgoing-mails.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import { createAuthenticator } from './authenticator.ts';
import { createCompanySetup } from './company-setup.ts';
import { createEmailConfirmation } from './email-confirmation.ts';
import { createInvitations } from './invitations.ts';
import { createPasswordReset, type RecoveryDeps } from './password-reset.ts';
import { createUserPause } from './user-pause.ts';
import { createPictures } from './pictures.ts';
import { createPresence } from './presence.ts';
import type { SessionDeps } from './session-tokens.ts';
import { createSessions } from './sessions.ts';
import { createSupport } from './support.ts';
import { createSignUp, type SignUpDeps } from './sign-up.ts';
import { createUsers, type UserDeps } from './users.ts';

interface Deps extends SessionDeps, Omit<UserDeps, 'sessions'>, RecoveryDeps, SignUpDeps {
  storage: Storage;
  mailMode: MailMode;
}
/** At most one audit entry per caller and minute, so that the log is not flooded. */
const AUDIT_INTERVAL_MS = 60_000;
const MAX_AUDITED_CALLERS = 10_000;

/** Users of a company: their permissions, sign-in sessions, pauses and presence. */
export function createAccess(deps: Deps) {
  const { db, clock, companies, settings, storage, limits, signPicture } = deps;
  const sessions = createSessions(deps);
  const users = createUsers({ ...deps, sessions });
  const setup = createCompanySetup({ db, companies, settings, users });
  const confirmation = createEmailConfirmation(deps);
  const lastAuditedAt = new Map<string, number>();

  return {
    sessions,
    users,
    signPicture,
    authenticator: createAuthenticator(deps),
    presence: createPresence({ db, clock }),
    userPause: createUserPause({ db, clock }),
    pictures: createPictures({ storage, users, limits }),
    passwordReset: createPasswordReset({ ...deps, sessions }),
    invitations: createInvitations({ ...deps, users }),
    support: createSupport(deps),
    ...setup,
    confirmation,
    signUp: createSignUp({ ...deps, setup, confirmation }),

    /** Records that a caller named a company other than its own. */
    async auditForeignCompany(actor: Actor, call: string, companyId: string) {
      const key = `${actor.companyId} ${actor.userId}`;
      if (+clock.now() - (lastAuditedAt.get(key) ?? 0) < AUDIT_INTERVAL_MS) return;
      if (lastAuditedAt.size >= MAX_AUDITED_CALLERS) lastAuditedAt.clear();
      lastAuditedAt.set(key, +clock.now());
      await db.inCompany(actor.companyId, (tx) =>
        audit(tx, { userId: actor.userId, action: 'foreign-company-named', subject: call, data: { companyId } }),
      );
    },
  };
}
export type Access = ReturnType<typeof createAccess>;
