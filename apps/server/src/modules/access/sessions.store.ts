import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { refreshTokens, sessions } from '../../infrastructure/db/schema/access.ts';
import { own, type PlatformTx, type Tx } from '../../infrastructure/db/tx.ts';
import type { SessionEnd } from '@balcao/domain/events/catalogue';

export interface NewSession {
  userId: number;
  isRemembered: boolean;
  address: string;
  userAgent: string;
  expiresAt: Date;
}

/** Everything a rule may look at, in one statement: this is read for every caller the cache does not know. */
const bearer = {
  name: 'sessions.bearer',
  text: `select u.id as "userId", u.profile, u.is_super as "isSuper", u.token_version as "tokenVersion",
                u.all_ticket as "allTicket", u.allow_group as "allowGroup", u.all_historic as "allHistoric",
                u.all_user_chat as "allUserChat", u.user_close_pending_ticket as "userClosePendingTicket",
                u.show_dashboard as "showDashboard", u.allow_real_time as "allowRealTime", u.allow_connections as "allowConnections",
                array(select queue_id from user_queues q where q.company_id = $1 and q.user_id = u.id order by queue_id) as "queueIds",
                c.due_date as "dueDate", c.is_active as "isActive",
                p.use_whatsapp as "useWhatsapp", p.use_facebook as "useFacebook", p.use_instagram as "useInstagram",
                p.use_campaigns as "useCampaigns", p.use_schedules as "useSchedules", p.use_internal_chat as "useInternalChat",
                p.use_external_api as "useExternalApi", p.use_kanban as "useKanban", p.use_open_ai as "useOpenAi",
                p.use_integrations as "useIntegrations"
           from sessions s
           join users u on u.company_id = s.company_id and u.id = s.user_id
           join companies c on c.company_id = s.company_id
           join plans p on p.id = c.plan_id
          where s.company_id = $1 and s.id = $2 and s.ended_at is null and s.expires_at > now()`,
};
export interface BearerRow {
  userId: number;
  profile: 'user' | 'admin';
  isSuper: boolean;
  tokenVersion: number;
  allTicket: boolean;
  allowGroup: boolean;
  allHistoric: boolean;
  allUserChat: boolean;
  userClosePendingTicket: boolean;
  showDashboard: boolean;
  allowRealTime: boolean;
  allowConnections: boolean;
  queueIds: number[];
  dueDate: Date;
  isActive: boolean;
  useWhatsapp: boolean;
  useFacebook: boolean;
  useInstagram: boolean;
  useCampaigns: boolean;
  useSchedules: boolean;
  useInternalChat: boolean;
  useExternalApi: boolean;
  useKanban: boolean;
  useOpenAi: boolean;
  useIntegrations: boolean;
}

export const sessionStore = {
  bearer: async (tx: Tx, sessionId: string): Promise<BearerRow | undefined> =>
    (await tx.query<BearerRow>(bearer, [tx.companyId, sessionId]))[0],

  async insert(tx: Tx, session: NewSession) {
    const [row] = await tx.orm
      .insert(sessions)
      .values({ ...session, companyId: tx.companyId })
      .returning();
    return row!;
  },

  addToken: (tx: Tx, sessionId: string, tokenHash: Buffer) =>
    tx.orm.insert(refreshTokens).values({ companyId: tx.companyId, sessionId, tokenHash }),

  /**
   * The token and its session, held: a hundred tabs that renew at once are answered one after the other.
   * The session is taken first, as by everyone who ends sessions, and the token is read only then, so that it is as they left it.
   */
  async lockToken(tx: Tx, tokenHash: Buffer) {
    const isIt = and(own(tx, refreshTokens), eq(refreshTokens.tokenHash, tokenHash));
    const ofToken = tx.orm.select({ id: refreshTokens.sessionId }).from(refreshTokens).where(isIt);
    const [session] = await tx.orm
      .select()
      .from(sessions)
      .where(and(own(tx, sessions), inArray(sessions.id, ofToken)))
      .for('update');
    const [token] = session ? await tx.orm.select().from(refreshTokens).where(isIt) : [];
    return session && token && { token, session };
  },

  async markUsed(tx: Tx, tokenHash: Buffer, at: Date) {
    await tx.orm
      .update(refreshTokens)
      .set({ usedAt: at })
      .where(and(own(tx, refreshTokens), eq(refreshTokens.tokenHash, tokenHash)));
  },

  async extend(tx: Tx, sessionId: string, expiresAt: Date) {
    await tx.orm
      .update(sessions)
      .set({ expiresAt })
      .where(and(own(tx, sessions), eq(sessions.id, sessionId)));
  },

  /** Ends a user's live sessions but for one; answers which. */
  async end(tx: Tx, userId: number, reason: SessionEnd, at: Date, except?: string) {
    const rows = await tx.orm
      .update(sessions)
      .set({ endedAt: at, endedBecause: reason })
      .where(
        and(
          own(tx, sessions),
          eq(sessions.userId, userId),
          isNull(sessions.endedAt),
          except === undefined ? undefined : ne(sessions.id, except),
        ),
      )
      .returning({ id: sessions.id });
    return rows.map((row) => row.id);
  },

  async endById(tx: Tx, sessionId: string, reason: SessionEnd, at: Date) {
    const [row] = await tx.orm
      .update(sessions)
      .set({ endedAt: at, endedBecause: reason })
      .where(and(own(tx, sessions), eq(sessions.id, sessionId), isNull(sessions.endedAt)))
      .returning({ userId: sessions.userId });
    return row;
  },

  async companiesWithExpired(tx: PlatformTx, before: Date) {
    const { rows } = await tx.orm.execute<{ company_id: number }>(
      sql`select company_id from companies_with_sessions_over(${before.toISOString()}::timestamptz)`,
    );
    return rows.map((row) => row.company_id);
  },
  async removeExpired(tx: Tx, before: Date) {
    const removed = await tx.orm
      .delete(sessions)
      .where(and(own(tx, sessions), lt(sessions.expiresAt, before)))
      .returning({ id: sessions.id });
    return removed.map((row) => row.id);
  },
  idsOf: async (tx: Tx, userId: number) =>
    (
      await tx.orm
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(own(tx, sessions), eq(sessions.userId, userId)))
    ).map((row) => row.id),
};
