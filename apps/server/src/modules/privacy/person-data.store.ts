import { addressKeysOf } from '@balcao/domain/contact/address';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { erasureStore } from './erasures.store.ts';
import { personTables, type PersonTable } from './personal-tables.ts';

type Row = Record<string, unknown>;
export interface ExportedMessage {
  id: string;
  /** Null until the ticket has its number. */
  ticketNumber: number | null;
  sentAt: string;
  fromMe: boolean;
  body: string;
  mediaType: string;
  mediaName: string;
  mediaKey: string | null;
  isPrivate: boolean;
  isDeleted: boolean;
  transcription: string | null;
  data: unknown;
  /** The columns as they are written to the JSON file. */
  columns: Row;
}
interface MessageColumns extends Row {
  id: string;
  ticket_number: number | null;
  sent_at: string;
  from_me: boolean;
  body: string;
  media_type: string;
  media_name: string;
  media_key: string | null;
  is_private: boolean;
  is_deleted: boolean;
  transcription: string | null;
  data?: unknown;
}
export interface MediaRow {
  id: string;
  mediaKey: string;
  mediaName: string;
}

/** Not exported: tenant key, search texts and storage keys. */
const OMITTED_COLUMNS = [
  'company_id',
  'sought',
  'said',
  'picture_key',
  'picture_ref',
  'file_key',
  'media_ref',
  'client_key',
  'content',
  'is_counted',
  'xid',
];

/** All data of the contacts of one person; never of a group. */
export const personDataStore = {
  async rows(tx: Tx, table: string, contactIds: number[]): Promise<Row[]> {
    const ids =
      personTables[table]?.link === 'address'
        ? addressKeysOf(await erasureStore.identitiesOf(tx, contactIds))
        : contactIds;
    const rows = await tx.query<{ row: Row }>(rowsOf(table), [tx.companyId, ids]);
    return rows.map(({ row }) => row);
  },
  /** Messages of the person's conversations and its own messages in groups, oldest first. */
  async messageIds(tx: Tx, contactIds: number[]): Promise<string[]> {
    return (await tx.query<{ id: string }>(messageIds, [tx.companyId, contactIds])).map(({ id }) => id);
  },
  async messages(tx: Tx, ids: string[], contactIds: number[]): Promise<ExportedMessage[]> {
    const values = [tx.companyId, ids, contactIds, OMITTED_COLUMNS];
    return (await tx.query<{ row: MessageColumns }>(messages, values)).map(({ row }) => toMessage(row));
  },
  media: (tx: Tx, ids: string[]) => tx.query<MediaRow>(media, [tx.companyId, ids]),
  async pictures(tx: Tx, contactIds: number[]): Promise<string[]> {
    return (await tx.query<{ key: string }>(pictures, [tx.companyId, contactIds])).map(({ key }) => key);
  },
};

function toMessage({ media_key: mediaKey, ...columns }: MessageColumns): ExportedMessage {
  return {
    id: columns.id,
    ticketNumber: columns.ticket_number,
    sentAt: columns.sent_at,
    fromMe: columns.from_me,
    body: columns.body,
    mediaType: columns.media_type,
    mediaName: columns.media_name,
    mediaKey,
    isPrivate: columns.is_private,
    isDeleted: columns.is_deleted,
    transcription: columns.transcription,
    data: columns.data,
    columns,
  };
}

const conditions: Partial<Record<PersonTable['link'], string>> = {
  self: 't.id = any($2)',
  contact: 't.contact_id = any($2)',
  ticket: 't.ticket_id in (select x.id from tickets x where x.company_id = $1 and x.contact_id = any($2))',
  cycle:
    't.cycle_id in (select k.id from ticket_tracking k join tickets x on x.company_id = k.company_id and x.id = k.ticket_id where k.company_id = $1 and x.contact_id = any($2))',
  run: 't.run_id in (select r.id from flow_runs r join tickets x on x.company_id = r.company_id and x.id = r.ticket_id where r.company_id = $1 and x.contact_id = any($2))',
  schedule: 't.schedule_id in (select s.id from schedules s where s.company_id = $1 and s.contact_id = any($2))',
  merge: '(t.kept_id = any($2) or t.gone_id = any($2))',
  address: 't.address_key = any($2::text[])',
};
/** Table names come from `personTables`, never from a request. */
function rowsOf(table: string) {
  const link = personTables[table] && conditions[personTables[table].link];
  if (link === undefined) throw new Error(`${table} is not exported row by row`);
  const named = table === 'contact_tags' || table === 'ticket_tags';
  return {
    name: `person-data.${table}`,
    text: `select to_jsonb(t) - '{${OMITTED_COLUMNS.join(',')}}'::text[]${
      named
        ? ` || jsonb_build_object('name', (select g.name from tags g where g.company_id = t.company_id and g.id = t.tag_id))`
        : ''
    } as row from ${table} t where t.company_id = $1 and ${link} order by t`,
  };
}
const messageIds = {
  name: 'person-data.message-ids',
  text: `select id from messages where company_id = $1 and contact_id = any($2)
          union
         select id from messages where company_id = $1 and author_contact_id = any($2)
          order by id`,
};
// A message in a group is exported as text only: `data` and the quoted message may concern others.
const messages = {
  name: 'person-data.messages',
  text: `select to_jsonb(m) - $4::text[]
                - case when m.contact_id = any($3) then '{}'::text[] else '{data,quoted_id}'::text[] end
                || jsonb_build_object('ticket_number', (
                     select t.number from tickets t where t.company_id = m.company_id and t.id = m.ticket_id), 'receipts', coalesce((
                     select jsonb_agg(jsonb_build_object('told', r.told, 'at', r.at) order by r.id) from message_receipts r
                      where r.company_id = m.company_id and r.message_id = m.id), '[]')) as row
           from messages m where m.company_id = $1 and m.id = any($2::bigint[]) order by m.id`,
};
const media = {
  name: 'person-data.media',
  text: `select id, media_key as "mediaKey", media_name as "mediaName" from messages
          where company_id = $1 and id = any($2::bigint[]) and media_key is not null order by id`,
};
const pictures = {
  name: 'person-data.pictures',
  text: 'select picture_key as key from contacts where company_id = $1 and id = any($2) and picture_key is not null',
};
