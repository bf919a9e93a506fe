import type { SessionEnd } from '@balcao/domain/events/catalogue';
import type { SessionRow } from '../../infrastructure/db/schema/access.ts';
import type { DemoState } from '../../infrastructure/db/schema/platform.ts';
import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

export interface NewSession {
  userId: number;
  isRemembered: boolean;
  address: string;
  userAgent: string;
  expiresAt: Date;
}

/** Everything that the policy needs, in one statement: it runs for every caller that is not cached. */
const bearers = {
  name: 'sessions.bearers',
  text: `select s.id as "sessionId", u.id as "userId", u.profile, u.is_super as "isSuper", u.token_version as "tokenVersion",
                u.all_ticket as "allTicket", u.allow_group as "allowGroup", u.all_historic as "allHistoric",
                u.all_user_chat as "allUserChat", u.user_close_pending_ticket as "userClosePendingTicket",
                u.show_dashboard as "showDashboard", u.allow_real_time as "allowRealTime", u.allow_connections as "allowConnections",
                array(select queue_id from user_queues q where q.company_id = $1 and q.user_id = u.id order by queue_id) as "queueIds",
                c.due_date as "dueDate", c.is_active as "isActive", u.is_demo as "isDemo", c.demo_state as "demoState",
                p.use_whatsapp as "useWhatsapp", p.use_facebook as "useFacebook", p.use_instagram as "useInstagram",
                p.use_campaigns as "useCampaigns", p.use_schedules as "useSchedules", p.use_internal_chat as "useInternalChat",
                p.use_external_api as "useExternalApi", p.use_kanban as "useKanban", p.use_open_ai as "useOpenAi",
                p.use_integrations as "useIntegrations"
           from sessions s
           join users u on u.company_id = s.company_id and u.id = s.user_id
           join companies c on c.company_id = s.company_id
           join plans p on p.id = c.plan_id
          where s.company_id = $1 and s.id = any($2::uuid[]) and s.ended_at is null and s.expires_at > now()`,
};
export interface BearerRow {
  sessionId: string;
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
  isDemo: boolean;
  demoState: DemoState | null;
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
  bearers: (tx: Tx, sessionIds: string[]) => tx.query<BearerRow>(bearers, [tx.companyId, sessionIds]),

  /** Returns the id of the new session. */
  async insert(tx: Tx, session: NewSession): Promise<string> {
    const { userId, isRemembered, address, userAgent, expiresAt } = session;
    const values = [tx.companyId, userId, isRemembered, address, userAgent, expiresAt];
    return (await tx.query<{ id: string }>(insert, values))[0]!.id;
  },

  async hasSignedInFrom(tx: Tx, userId: number, address: string, since: Date): Promise<boolean> {
    return (await tx.query(signedInFrom, [tx.companyId, userId, address, since])).length > 0;
  },

  async addToken(tx: Tx, sessionId: string, tokenHash: Buffer): Promise<void> {
    await tx.query(addToken, [tx.companyId, sessionId, tokenHash]);
  },

  /**
   * Locks the session of a refresh token, so that a hundred tabs that refresh at once are answered one after the other.
   * The session is locked first, as everywhere sessions end. The token is read after that, so that its state is current.
   */
  async lockToken(
    tx: Tx,
    tokenHash: Buffer,
  ): Promise<{ session: SessionRow; token: { usedAt: Date | null } } | undefined> {
    const [session] = await tx.query<SessionRow>(lockByToken, [tx.companyId, tokenHash]);
    const [token] = session ? await tx.query<{ usedAt: Date | null }>(tokenState, [tx.companyId, tokenHash]) : [];
    return session && token && { token, session };
  },

  async markUsed(tx: Tx, tokenHash: Buffer, at: Date): Promise<void> {
    await tx.query(markUsed, [tx.companyId, tokenHash, at]);
  },

  findToken: async (tx: Tx, tokenHash: Buffer): Promise<{ usedAt: Date | null } | undefined> =>
    (await tx.query<{ usedAt: Date | null }>(tokenState, [tx.companyId, tokenHash]))[0],

  /** Removes a session's tokens that were used before, and returns their hashes. */
  async removeUsedTokens(tx: Tx, sessionId: string, before: Date): Promise<Buffer[]> {
    const rows = await tx.query<{ tokenHash: Buffer }>(removeUsedTokens, [tx.companyId, sessionId, before]);
    return rows.map((row) => row.tokenHash);
  },

  async extend(tx: Tx, sessionId: string, expiresAt: Date): Promise<void> {
    await tx.query(extend, [tx.companyId, sessionId, expiresAt]);
  },

  /** Ends the user's live sessions except one and returns their ids. */
  async end(tx: Tx, userId: number, reason: SessionEnd, at: Date, except?: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(end, [tx.companyId, userId, at, reason, except ?? null]);
    return rows.map((row) => row.id);
  },

  async endById(tx: Tx, sessionId: string, reason: SessionEnd, at: Date): Promise<void> {
    await tx.query(endById, [tx.companyId, sessionId, at, reason]);
  },

  async endAllOfCompany(tx: Tx, reason: SessionEnd, at: Date): Promise<void> {
    await tx.query(endAllOfCompany, [tx.companyId, at, reason]);
  },

  async companiesWithExpired(tx: PlatformTx, before: Date): Promise<number[]> {
    const rows = await tx.query<{ companyId: number }>(companiesWithExpired, [before]);
    return rows.map((row) => row.companyId);
  },
  /** Returns the ids of the removed sessions, at most `limit`. */
  async removeExpired(tx: Tx, before: Date, limit: number): Promise<string[]> {
    return (await tx.query<{ id: string }>(removeExpired, [tx.companyId, before, limit])).map((row) => row.id);
  },
  async idsOf(tx: Tx, userId: number): Promise<string[]> {
    return (await tx.query<{ id: string }>(idsOf, [tx.companyId, userId])).map((row) => row.id);
  },
};

const insert = {
  name: 'sessions.insert',
  text: `insert into sessions (company_id, user_id, is_remembered, address, user_agent, expires_at)
         values ($1, $2, $3, $4, $5, $6) returning id`,
};
const signedInFrom = {
  name: 'sessions.signed-in-from',
  text: `select id from sessions where company_id = $1 and user_id = $2 and address = $3 and created_at > $4 limit 1`,
};
const addToken = {
  name: 'sessions.add-token',
  text: 'insert into refresh_tokens (company_id, session_id, token_hash) values ($1, $2, $3)',
};
const lockByToken = {
  name: 'sessions.lock-by-token',
  text: `select company_id as "companyId", id, user_id as "userId", is_remembered as "isRemembered", address,
                user_agent as "userAgent", created_at as "createdAt", expires_at as "expiresAt", ended_at as "endedAt",
                ended_because as "endedBecause"
           from sessions
          where company_id = $1
            and id in (select session_id from refresh_tokens where company_id = $1 and token_hash = $2)
            for update`,
};
const tokenState = {
  name: 'sessions.token-state',
  text: 'select used_at as "usedAt" from refresh_tokens where company_id = $1 and token_hash = $2',
};
const markUsed = {
  name: 'sessions.mark-token-used',
  text: 'update refresh_tokens set used_at = $3 where company_id = $1 and token_hash = $2',
};
const removeUsedTokens = {
  name: 'sessions.remove-used-tokens',
  text: `delete from refresh_tokens where company_id = $1 and session_id = $2 and used_at < $3
         returning token_hash as "tokenHash"`,
};
const extend = {
  name: 'sessions.extend',
  text: 'update sessions set expires_at = $3 where company_id = $1 and id = $2',
};
const end = {
  name: 'sessions.end-of-user',
  text: `update sessions set ended_at = $3, ended_because = $4
          where company_id = $1 and user_id = $2 and ended_at is null and ($5::uuid is null or id <> $5) returning id`,
};
const endAllOfCompany = {
  name: 'sessions.end-of-company',
  text: 'update sessions set ended_at = $2, ended_because = $3 where company_id = $1 and ended_at is null',
};
const endById = {
  name: 'sessions.end',
  text: `update sessions set ended_at = $3, ended_because = $4
          where company_id = $1 and id = $2 and ended_at is null`,
};
const companiesWithExpired = {
  name: 'sessions.companies-with-expired',
  text: 'select company_id as "companyId" from companies_with_sessions_over($1)',
};
const removeExpired = {
  name: 'sessions.remove-expired',
  text: `delete from sessions where company_id = $1 and id in (
           select id from sessions where company_id = $1 and expires_at < $2 limit $3) returning id`,
};
const idsOf = {
  name: 'sessions.ids-of-user',
  text: 'select id from sessions where company_id = $1 and user_id = $2',
};
