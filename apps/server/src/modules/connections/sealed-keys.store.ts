import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

/** A sealed value of this module that another key than the newest one sealed. */
export interface SealedKey {
  table: 'connections' | 'channel_links' | 'qr_state';
  /** Connection, or sign-in in progress. */
  id: number;
  /** Device state only; otherwise empty. */
  kind: string;
  nameHash: Buffer;
  sealed: string;
  /** The connection already says that its keys cannot be opened. */
  isMarked: boolean;
}
const START = { id: 0, kind: '', nameHash: Buffer.alloc(0) };

export const sealedKeyStore = {
  tables: ['connections', 'channel_links', 'qr_state'] as const,

  async companies(tx: PlatformTx, newestKeyId: string): Promise<number[]> {
    const rows = await tx.query<{ companyId: number }>(companies, [newestKeyId]);
    return rows.map((row) => row.companyId);
  },

  /** The next values of a table after a given one. */
  async outdated(tx: Tx, table: SealedKey['table'], newestKeyId: string, after: SealedKey | undefined, limit: number) {
    const { id, kind, nameHash } = after ?? START;
    const position = table === 'qr_state' ? [id, kind, nameHash] : [id];
    const rows = await tx.query<Omit<SealedKey, 'table'>>(outdated[table], [
      tx.companyId,
      newestKeyId,
      limit,
      ...position,
    ]);
    return rows.map((row) => ({ ...row, table }));
  },

  /** False if the value was changed meanwhile. */
  async replace(tx: Tx, key: SealedKey, sealed: string): Promise<boolean> {
    const position = key.table === 'qr_state' ? [key.id, key.kind, key.nameHash] : [key.id];
    const rows = await tx.query(replace[key.table], [tx.companyId, key.sealed, sealed, ...position]);
    return rows.length > 0;
  },
};

const companies = {
  name: 'sealed-keys.companies',
  text: 'select company_id as "companyId" from companies_sealed_by_other_keys($1)',
};
const outdated = {
  connections: {
    name: 'sealed-keys.connections',
    text: `select id, '' as kind, ''::bytea as "nameHash", secrets as sealed,
                  paused_because = 'ERR_CONNECTION_KEYS' as "isMarked"
             from connections where company_id = $1 and split_part(secrets, '.', 2) <> $2 and id > $4
            order by id limit $3`,
  },
  channel_links: {
    name: 'sealed-keys.channel-links',
    text: `select id, '' as kind, ''::bytea as "nameHash", token as sealed, false as "isMarked"
             from channel_links where company_id = $1 and token <> '' and split_part(token, '.', 2) <> $2 and id > $4
            order by id limit $3`,
  },
  qr_state: {
    name: 'sealed-keys.qr-state',
    text: `select connection_id as id, kind, name_hash as "nameHash", sealed, false as "isMarked"
             from qr_state
            where company_id = $1 and split_part(sealed, '.', 2) <> $2
              and (connection_id, kind, name_hash) > ($4::int, $5::text, $6::bytea)
            order by connection_id, kind, name_hash limit $3`,
  },
};
// A value that was changed meanwhile is already sealed with the newest key.
const replace = {
  connections: {
    name: 'sealed-keys.replace-of-connection',
    text: 'update connections set secrets = $3 where company_id = $1 and secrets = $2 and id = $4 returning id',
  },
  channel_links: {
    name: 'sealed-keys.replace-of-link',
    text: 'update channel_links set token = $3 where company_id = $1 and token = $2 and id = $4 returning id',
  },
  qr_state: {
    name: 'sealed-keys.replace-of-qr-state',
    text: `update qr_state set sealed = $3
            where company_id = $1 and sealed = $2 and connection_id = $4 and kind = $5 and name_hash = $6 returning kind`,
  },
};
