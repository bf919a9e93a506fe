import type { InvitationRow } from '../../infrastructure/db/schema/invitations.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** An invitation with the name of the user who made it. */
export type ReadInvitation = InvitationRow & { invitedByName: string | null };

const COLUMNS = `i.company_id as "companyId", i.id, i.email, i.token_hash as "tokenHash", i.profile,
                 i.queue_ids as "queueIds", i.invited_by as "invitedBy", i.expires_at as "expiresAt",
                 i.accepted_at as "acceptedAt", i.revoked_at as "revokedAt", i.created_at as "createdAt",
                 u.name as "invitedByName"`;
const JOINED = 'invitations i left join users u on u.company_id = i.company_id and u.id = i.invited_by';

const list = {
  name: 'invitations.list',
  text: `select ${COLUMNS} from ${JOINED}
          where i.company_id = $1 and i.accepted_at is null and i.revoked_at is null order by i.id desc limit $2`,
};
const byId = {
  name: 'invitations.by-id',
  text: `select ${COLUMNS} from ${JOINED} where i.company_id = $1 and i.id = $2`,
};
const lock = {
  name: 'invitations.lock',
  text: 'select id from invitations where company_id = $1 and id = $2 for update',
};
const openOf = {
  name: 'invitations.open-of',
  text: `select id from invitations where company_id = $1 and lower(email) = lower($2)
            and accepted_at is null and revoked_at is null for update`,
};
const insert = {
  name: 'invitations.insert',
  text: `insert into invitations (company_id, email, token_hash, profile, queue_ids, invited_by, expires_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
};
const renew = {
  name: 'invitations.renew',
  text: 'update invitations set token_hash = $3, expires_at = $4, invited_by = $5 where company_id = $1 and id = $2',
};
const revoke = {
  name: 'invitations.revoke',
  text: 'update invitations set revoked_at = $3 where company_id = $1 and id = $2',
};
const accept = {
  name: 'invitations.accept',
  text: 'update invitations set accepted_at = $3 where company_id = $1 and id = $2',
};
const prune = {
  name: 'invitations.prune',
  text: `delete from invitations where company_id = $1 and id = any (array(
           select id from invitations where company_id = $1 and expires_at < $2 limit $3)) returning id`,
};

export interface NewInvitation {
  email: string;
  tokenHash: Buffer;
  profile: 'user' | 'admin';
  queueIds: number[];
  invitedBy: number;
  expiresAt: Date;
  now: Date;
}

export const invitationStore = {
  /** Open invitations, also expired ones, newest first. */
  list: (tx: Tx, limit: number) => tx.query<ReadInvitation>(list, [tx.companyId, limit]),
  byId: async (tx: Tx, id: number) => (await tx.query<ReadInvitation>(byId, [tx.companyId, id]))[0],
  /** Serializes acceptance, renewal and revocation of one invitation. */
  lock: async (tx: Tx, id: number): Promise<ReadInvitation | undefined> => {
    await tx.query(lock, [tx.companyId, id]);
    return invitationStore.byId(tx, id);
  },
  openOf: async (tx: Tx, email: string) => (await tx.query<{ id: number }>(openOf, [tx.companyId, email]))[0]?.id,
  insert: async (tx: Tx, row: NewInvitation): Promise<number> => {
    const { email, tokenHash, profile, queueIds, invitedBy, expiresAt, now } = row;
    const values = [tx.companyId, email, tokenHash, profile, queueIds, invitedBy, expiresAt, now];
    return (await tx.query<{ id: number }>(insert, values))[0]!.id;
  },
  renew: (tx: Tx, id: number, tokenHash: Buffer, expiresAt: Date, invitedBy: number) =>
    tx.query(renew, [tx.companyId, id, tokenHash, expiresAt, invitedBy]),
  revoke: (tx: Tx, id: number, at: Date) => tx.query(revoke, [tx.companyId, id, at]),
  accept: (tx: Tx, id: number, at: Date) => tx.query(accept, [tx.companyId, id, at]),
  /** Ids of the removed ones, at most `limit`. */
  prune: async (tx: Tx, expiredBefore: Date, limit: number) =>
    (await tx.query<{ id: number }>(prune, [tx.companyId, expiredBefore, limit])).map(({ id }) => id),
};
