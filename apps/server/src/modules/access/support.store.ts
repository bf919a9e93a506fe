import type { SupportAccessRow } from '../../infrastructure/db/schema/access.ts';
import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';
import type { featuresOf } from '../companies/index.ts';
import type { BearerRow } from './sessions.store.ts';

/** The company that a valid access opens, with the features of its plan. */
export type SupportBearer = Pick<BearerRow, 'dueDate' | 'isActive'> & Parameters<typeof featuresOf>[0];

const COLUMNS = `company_id as "companyId", id, super_company_id as "superCompanyId", super_user_id as "superUserId",
                 super_user_name as "superUserName", session_id as "sessionId", reason, started_at as "startedAt",
                 expires_at as "expiresAt", ended_at as "endedAt"`;

const bearer = {
  name: 'support-accesses.bearer',
  text: `select c.due_date as "dueDate", c.is_active as "isActive",
                p.use_whatsapp as "useWhatsapp", p.use_facebook as "useFacebook", p.use_instagram as "useInstagram",
                p.use_campaigns as "useCampaigns", p.use_schedules as "useSchedules", p.use_internal_chat as "useInternalChat",
                p.use_external_api as "useExternalApi", p.use_kanban as "useKanban", p.use_open_ai as "useOpenAi",
                p.use_integrations as "useIntegrations"
           from support_accesses a
           join companies c on c.company_id = a.company_id
           join plans p on p.id = c.plan_id
          where a.company_id = $1 and a.id = $2 and a.session_id = $3 and a.ended_at is null and a.expires_at > $4`,
};
const byId = {
  name: 'support-accesses.by-id',
  text: `select ${COLUMNS} from support_accesses where company_id = $1 and id = $2`,
};
const newest = {
  name: 'support-accesses.newest',
  text: `select ${COLUMNS} from support_accesses where company_id = $1 order by started_at desc limit $2`,
};
const insert = {
  name: 'support-accesses.insert',
  text: `insert into support_accesses (company_id, super_company_id, super_user_id, super_user_name, session_id, reason,
                                       started_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
};
const end = {
  name: 'support-accesses.end',
  text: `update support_accesses set ended_at = $3
          where company_id = $1 and id = $2 and ended_at is null and expires_at > $3 returning ${COLUMNS}`,
};
const live = {
  name: 'support-accesses.live',
  text: `select id from support_accesses where company_id = $1 and ended_at is null and expires_at > $2`,
};
const ofSessions = {
  name: 'support-accesses.of-sessions',
  text: 'select company_id as "companyId", id from support_accesses_of($1)',
};

export type NewSupportAccess = Omit<SupportAccessRow, 'companyId' | 'id' | 'endedAt'>;

export const supportStore = {
  /** Undefined once the access has ended, or with another session than the one that started it. */
  bearer: async (tx: Tx, id: string, sessionId: string, now: Date): Promise<SupportBearer | undefined> =>
    (await tx.query<SupportBearer>(bearer, [tx.companyId, id, sessionId, now]))[0],
  byId: async (tx: Tx, id: string) => (await tx.query<SupportAccessRow>(byId, [tx.companyId, id]))[0],
  newest: (tx: Tx, limit: number) => tx.query<SupportAccessRow>(newest, [tx.companyId, limit]),
  async insert(tx: Tx, row: NewSupportAccess): Promise<SupportAccessRow> {
    const { superCompanyId, superUserId, superUserName, sessionId, reason, startedAt, expiresAt } = row;
    const values = [superCompanyId, superUserId, superUserName, sessionId, reason, startedAt, expiresAt];
    return (await tx.query<SupportAccessRow>(insert, [tx.companyId, ...values]))[0]!;
  },
  /** Undefined if it is over already. */
  end: async (tx: Tx, id: string, at: Date) => (await tx.query<SupportAccessRow>(end, [tx.companyId, id, at]))[0],
  liveIds: async (tx: Tx, now: Date) => (await tx.query<{ id: string }>(live, [tx.companyId, now])).map(({ id }) => id),
  /** Keys of live accesses of these sessions, in whichever company. */
  ofSessions: (tx: PlatformTx, sessionIds: readonly string[]) =>
    tx.query<{ companyId: number; id: string }>(ofSessions, [sessionIds]),
};
