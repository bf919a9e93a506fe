import { MINUTE_MS } from '@balcao/domain/kit/durations';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { SupportAccessRow } from '../../infrastructure/db/schema/access.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { presentSessionUser } from './access.wire.ts';
import type { SessionDeps } from './session-tokens.ts';
import { supportStore } from './support.store.ts';
import { userStore, type UserWithQueues } from './users.store.ts';

type Deps = Pick<SessionDeps, 'db' | 'clock' | 'tokens' | 'companies' | 'settings' | 'signPicture'>;

const TOKEN_MS = 15 * MINUTE_MS;
/** A token can be renewed until then. */
const ACCESS_MS = 60 * MINUTE_MS;
const MAX_SHOWN = 100;

/**
 * Support access: a super user opens a company to help. It belongs to the super user's own session, is no user of the
 * company, and is recorded in both companies.
 */
export function createSupport({ db, clock, tokens, companies, settings, signPicture }: Deps) {
  const isAllowed = async (tx: Tx) => (await settings.get(tx, 'supportAccess')) === 'enabled';

  const superUserOf = async (companyId: number, userId: number): Promise<UserWithQueues> =>
    assertFound(await db.readCompany(companyId, (tx) => userStore.byId(tx, userId)), 'ERR_SESSION_EXPIRED');

  /** Never longer than the access itself. */
  function tokenFor(access: SupportAccessRow, tokenVersion: number) {
    const { companyId, superUserId, superCompanyId, sessionId, expiresAt } = access;
    const lifetimeMs = Math.min(TOKEN_MS, +expiresAt - +clock.now());
    const claims = {
      id: superUserId,
      profile: 'admin',
      companyId,
      sid: sessionId,
      ver: tokenVersion,
      support: { access: access.id, home: superCompanyId },
    } as const;
    return {
      token: tokens.sign(claims, Math.floor(lifetimeMs / 1000)),
      expiresAt: new Date(+clock.now() + lifetimeMs),
    };
  }

  /** The company's own entry of the end; the entry of the super user's company follows in its own transaction. */
  async function endIn(tx: Tx, id: string, userId: number | null): Promise<SupportAccessRow | undefined> {
    const ended = await supportStore.end(tx, id, clock.now());
    if (ended) await audit(tx, { userId, action: 'support.ended', subject: `support ${id}` });
    return ended;
  }
  const recordEnd = ({ companyId, id, superCompanyId, superUserId }: SupportAccessRow) =>
    db.inCompany(superCompanyId, (tx) =>
      audit(tx, {
        userId: superUserId,
        action: 'support.ended',
        subject: `company ${companyId}`,
        data: { accessId: id },
      }),
    );
  /** Without a user: the session, the permission or the setting ended it. */
  async function endWithoutUser(companyId: number, id: string) {
    const ended = await db.inCompany(companyId, (tx) => endIn(tx, id, null));
    if (ended) await recordEnd(ended);
  }

  return {
    async start(actor: Actor, companyId: number, reason: string) {
      // Its own users sign in.
      if (companyId === actor.companyId) refuse('ERR_NO_PERMISSION');
      const user = await superUserOf(actor.companyId, actor.userId);
      const { access, company } = await db.inCompany(companyId, async (tx) => {
        const found = await companies.inTx.get(tx);
        if (!found.company.isActive) refuse('ERR_NO_COMPANY_FOUND');
        if (!(await isAllowed(tx))) refuse('ERR_SUPPORT_OFF');
        const startedAt = clock.now();
        const inserted = await supportStore.insert(tx, {
          superCompanyId: actor.companyId,
          superUserId: user.id,
          superUserName: user.name,
          sessionId: actor.sessionId,
          reason,
          startedAt,
          expiresAt: new Date(+startedAt + ACCESS_MS),
        });
        const subject = `support ${inserted.id}`;
        await audit(tx, { userId: user.id, action: 'support.started', subject, data: { reason } });
        return { access: inserted, company: found.company };
      });
      // The token is returned only after both companies have their entry.
      await db.inCompany(actor.companyId, (tx) =>
        audit(tx, {
          userId: user.id,
          action: 'support.started',
          subject: `company ${companyId}`,
          data: { accessId: access.id, reason },
        }),
      );
      return { access, company, ...tokenFor(access, user.tokenVersion) };
    },

    /** Before the write: none happens without its entries. */
    async noteWrite({ companyId, userId, support }: Actor, call: string) {
      const { accessId, superCompanyId } = support!;
      const entry = { userId, action: 'support.written', data: { accessId, call } } as const;
      await db.inCompany(companyId, (tx) => audit(tx, { ...entry, subject: `support ${accessId}` }));
      await db.inCompany(superCompanyId, (tx) => audit(tx, { ...entry, subject: `company ${companyId}` }));
    },

    async renew({ companyId, userId, support }: Actor) {
      if (!support) refuse('ERR_NOT_IN_SUPPORT');
      const { tokenVersion } = await superUserOf(support.superCompanyId, userId);
      const access = await db.readCompany(companyId, (tx) => supportStore.byId(tx, support.accessId));
      return tokenFor(assertFound(access, 'ERR_SUPPORT_ENDED'), tokenVersion);
    },

    /** Ending it twice is no error. From within support access only the own one can be ended. */
    async end({ companyId, userId, support }: Actor, id: string) {
      if (support && support.accessId !== id) refuse('ERR_NO_SUPPORT_ACCESS_FOUND');
      const ended = await db.inCompany(companyId, async (tx) => {
        assertFound(await supportStore.byId(tx, id), 'ERR_NO_SUPPORT_ACCESS_FOUND');
        return endIn(tx, id, userId);
      });
      if (ended) await recordEnd(ended);
    },

    list: ({ companyId }: Actor) => db.readCompany(companyId, (tx) => supportStore.newest(tx, MAX_SHOWN)),

    show: (companyId: number) =>
      db.readCompany(companyId, async (tx) => {
        await companies.inTx.get(tx);
        return { allowed: await isAllowed(tx), accesses: await supportStore.newest(tx, MAX_SHOWN) };
      }),

    /** What `me` answers in support access: the super user's name with the company that was opened. */
    async me({ companyId, userId, support }: Actor) {
      const superUser = await superUserOf(support!.superCompanyId, userId);
      return db.readCompany(companyId, async (tx) => {
        const company = { ...(await companies.inTx.get(tx)), settings: await settings.all(tx) };
        const isOverdue = await companies.isOverdue(company.company, tx);
        return { user: presentSessionUser(asSupportUser(superUser, companyId), company, signPicture, isOverdue) };
      });
    },

    /** After sessions have ended: their accesses end too. */
    async endOfSessions(sessionIds: readonly string[]) {
      for (const { companyId, id } of await db.onPlatform((tx) => supportStore.ofSessions(tx, sessionIds)))
        await endWithoutUser(companyId, id);
    },

    /** After the setting has changed. An access that it has ended stays ended when it is allowed again. */
    async endUnlessAllowed(companyId: number) {
      const ids = await db.readCompany(companyId, async (tx) =>
        (await isAllowed(tx)) ? [] : supportStore.liveIds(tx, clock.now()),
      );
      for (const id of ids) await endWithoutUser(companyId, id);
    },
  };
}
export type Support = ReturnType<typeof createSupport>;

/** Nothing of the super user's own account but the name and how the screen looks. */
const asSupportUser = (user: UserWithQueues, companyId: number): UserWithQueues => ({
  ...user,
  companyId,
  email: '',
  profile: 'admin',
  isSuper: false,
  queues: [],
  connectionId: null,
  pictureKey: null,
  pixKey: null,
  farewellMessage: '',
  isOnline: false,
  pausedAt: null,
});
