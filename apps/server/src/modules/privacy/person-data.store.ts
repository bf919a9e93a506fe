import type { Tx } from '../../infrastructure/db/tx.ts';
import { personTables, type PersonTable } from './personal-tables.ts';

type Row = Record<string, unknown>;
export interface MessageRow {
  id: string;
  ticket_id: number;
  sent_at: string;
  from_me: boolean;
  origin: string;
  body: string;
  media_type: string;
  media_name: string;
  media_key: string | null;
  is_private: boolean;
  is_deleted: boolean;
  transcription: string | null;
  receipts: { told: string; at: string }[];
  [column: string]: unknown;
}
export interface MediaRow {
  id: string;
  media_key: string;
  media_name: string;
}

/** What is ours alone, or made for machines: the company, words made ready for search, where files lie. */
const OMITTED_COLUMNS = [
  'company_id',
  'sought',
  'said',
  'picture_key',
  'picture_ref',
  'file_key',
  'media_ref',
  'client_key',
];

/** Everything the house knows of some contacts that are one person. `people` is never a group. */
export const personDataStore = {
  async rows(tx: Tx, table: string, contactIds: number[]): Promise<Row[]> {
    const rows = await tx.query<{ row: Row }>(rowsOf(table), [tx.companyId, contactIds]);
    return rows.map(({ row }) => row);
  },
  /** All that was said to this person, and what it said in groups; oldest first. */
  async messageIds(tx: Tx, contactIds: number[]): Promise<string[]> {
    return (await tx.query<{ id: string }>(messageIds, [tx.companyId, contactIds])).map(({ id }) => id);
  },
  async messages(tx: Tx, ids: string[], contactIds: number[]): Promise<MessageRow[]> {
    return (await tx.query<{ row: MessageRow }>(messages, [tx.companyId, ids, contactIds, OMITTED_COLUMNS])).map(
      ({ row }) => row,
    );
  },
  media: (tx: Tx, ids: string[]) => tx.query<MediaRow>(media, [tx.companyId, ids]),
  async pictures(tx: Tx, contactIds: number[]): Promise<string[]> {
    return (await tx.query<{ key: string }>(pictures, [tx.companyId, contactIds])).map(({ key }) => key);
  },
};

const belongs: Partial<Record<PersonTable['link'], string>> = {
  self: 't.id = any($2)',
  contact: 't.contact_id = any($2)',
  ticket: 't.ticket_id in (select x.id from tickets x where x.company_id = $1 and x.contact_id = any($2))',
  merge: '(t.kept_id = any($2) or t.gone_id = any($2))',
};
/** Written once a table: the names come from the catalogue above, never from outside. */
function rowsOf(table: string) {
  const link = personTables[table] && belongs[personTables[table].link];
  if (link === undefined) throw new Error(`${table} is not gathered row by row`);
  const named = table === 'contact_tags' || table === 'ticket_tags';
  return {
    name: `gathering.${table}`,
    text: `select to_jsonb(t) - '{${OMITTED_COLUMNS.join(',')}}'::text[]${
      named
        ? ` || jsonb_build_object('name', (select g.name from tags g where g.company_id = t.company_id and g.id = t.tag_id))`
        : ''
    } as row from ${table} t where t.company_id = $1 and ${link} order by t`,
  };
}
const messageIds = {
  name: 'gathering.message-ids',
  text: `select id from messages where company_id = $1 and contact_id = any($2)
          union
         select id from messages where company_id = $1 and author_contact_id = any($2)
          order by id`,
};
// Of what was said in a group only the person's own words are told: who else was named there is somebody else.
const messages = {
  name: 'gathering.messages',
  text: `select to_jsonb(m) - $4::text[]
                - case when m.contact_id = any($3) then '{}'::text[] else '{data,quoted_id}'::text[] end
                || jsonb_build_object('receipts', coalesce((
                     select jsonb_agg(jsonb_build_object('told', r.told, 'at', r.at) order by r.id) from message_receipts r
                      where r.company_id = m.company_id and r.message_id = m.id), '[]')) as row
           from messages m where m.company_id = $1 and m.id = any($2::bigint[]) order by m.id`,
};
const media = {
  name: 'gathering.media',
  text: `select id, media_key, media_name from messages
          where company_id = $1 and id = any($2::bigint[]) and media_key is not null order by id`,
};
const pictures = {
  name: 'gathering.pictures',
  text: 'select picture_key as key from contacts where company_id = $1 and id = any($2) and picture_key is not null',
};
