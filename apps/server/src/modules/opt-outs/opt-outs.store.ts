import type { OptOutRow } from '../../infrastructure/db/schema/opt-outs.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** More than one contact ever has: one for the company and one a connection. */
const MAX_LISTED = 100;
export type NewOptOut = Pick<OptOutRow, 'addressKey' | 'connectionId' | 'source' | 'words' | 'userId' | 'at'>;
export interface ListedOptOut extends Pick<OptOutRow, 'id' | 'source' | 'words' | 'at' | 'connectionId' | 'userId'> {
  connectionName: string | null;
  userName: string | null;
}

export const optOutStore = {
  /** Opt-outs of these addresses that are in force, the oldest first. */
  current: (tx: Tx, addresses: string[]) => tx.query<ListedOptOut>(current, [tx.companyId, addresses, MAX_LISTED]),
  /** Which of these addresses opted out of this connection or of the company. */
  async among(tx: Tx, addresses: string[], connectionId: number): Promise<Set<string>> {
    const rows = await tx.query<{ addressKey: string }>(among, [tx.companyId, addresses, connectionId]);
    return new Set(rows.map((row) => row.addressKey));
  },
  /** The number of new opt-outs: an address that has opted out already is left as it is. */
  async insert(tx: Tx, rows: NewOptOut[]): Promise<number> {
    return (await tx.query(insert, [tx.companyId, JSON.stringify(rows)])).length;
  },
  /** The number of revoked opt-outs. `onConnection` revokes those of the channel; otherwise all others. */
  async revoke(tx: Tx, addresses: string[], at: Date, onConnection: number | null): Promise<number> {
    return (await tx.query(revoke, [tx.companyId, addresses, at, onConnection])).length;
  },
  /** Replaces addresses by their hashes. An equal opt-out that is already hashed is enough. */
  async replaceAddresses(tx: Tx, addresses: string[], hashes: string[]): Promise<number> {
    await tx.query(dropDoubled, [tx.companyId, addresses, hashes]);
    return (await tx.query(replaceAddresses, [tx.companyId, addresses, hashes])).length;
  },
};

const current = {
  name: 'opt-outs.current',
  text: `select o.id::float8 as id, o.source, o.words, o.at, o.connection_id as "connectionId", o.user_id as "userId",
                c.name as "connectionName", u.name as "userName"
           from opt_outs o
           left join connections c on c.company_id = o.company_id and c.id = o.connection_id
           left join users u on u.company_id = o.company_id and u.id = o.user_id
          where o.company_id = $1 and o.address_key = any($2::text[]) and o.revoked_at is null
          order by o.at, o.id limit $3`,
};
const among = {
  name: 'opt-outs.among',
  text: `select distinct address_key as "addressKey" from opt_outs
          where company_id = $1 and address_key = any($2::text[]) and revoked_at is null
            and (connection_id is null or connection_id = $3)`,
};
const insert = {
  name: 'opt-outs.insert',
  text: `insert into opt_outs (company_id, address_key, connection_id, source, words, user_id, at)
         select $1, "addressKey", "connectionId", source, words, "userId", at
           from json_to_recordset($2::json) as r ("addressKey" text, "connectionId" int, source text, words text,
                                                   "userId" int, at timestamptz)
         on conflict do nothing returning id`,
};
const revoke = {
  name: 'opt-outs.revoke',
  text: `update opt_outs set revoked_at = $3
          where company_id = $1 and address_key = any($2::text[]) and revoked_at is null
            and case when $4::int is null then source <> 'channel' else source = 'channel' and connection_id = $4 end
         returning id`,
};
const dropDoubled = {
  name: 'opt-outs.drop-doubled',
  text: `delete from opt_outs o using unnest($2::text[], $3::text[]) as r (address, hash)
          where o.company_id = $1 and o.address_key = r.address and o.revoked_at is null
            and exists (select from opt_outs h where h.company_id = $1 and h.address_key = r.hash and h.revoked_at is null
                           and h.connection_id is not distinct from o.connection_id)`,
};
const replaceAddresses = {
  name: 'opt-outs.replace-addresses',
  text: `update opt_outs o set address_key = r.hash, words = '' from unnest($2::text[], $3::text[]) as r (address, hash)
          where o.company_id = $1 and o.address_key = r.address returning o.id`,
};
