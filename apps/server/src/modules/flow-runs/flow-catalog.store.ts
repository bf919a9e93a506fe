import type { FlowDoc } from '@balcao/domain/flow/document';
import type { IntegrationType } from '@balcao/domain/integration/integration-types';
import type { FlowPhrase } from '@balcao/domain/flow/phrases';
import type { TemplateText } from '@balcao/domain/message/template';
import type { Tx } from '../../infrastructure/db/tx.ts';

export interface CatalogRow {
  /** Active flows with their published version. */
  flows: { id: number; versionId: number }[];
  /** Flows, prompts or integrations. */
  hasFlows: boolean;
  prompts: { id: number; queueId: number | null; transcribes: boolean }[];
  integrations: CatalogIntegration[];
  phrases: FlowPhrase[];
  userIds: number[];
  tagIds: number[];
  laneIds: number[];
  fileListIds: number[];
  fileNames: string[];
}
export interface CatalogIntegration {
  id: number;
  type: IntegrationType;
  name: string;
  /** Flow that an integration of type flowbuilder starts. */
  flowId: number | null;
  delayMs: number;
  expiresMinutes: number;
  keywordFinish: string;
  keywordRestart: string;
  restartMessage: string;
  unknownMessage: string;
}
export interface FlowFileRow {
  key: string;
  mime: string;
  fileName: string;
  bytes: number;
}
export interface FlowTemplate extends TemplateText {
  id: number;
  name: string;
  language: string;
  connectionId: number;
}
/** What a flow reads of the contact. */
export interface ContactFactsRow {
  number: string;
  email: string;
  tags: string[];
  extra: Record<string, string>;
  isNew: boolean;
}

export const flowCatalogStore = {
  async load(tx: Tx): Promise<CatalogRow> {
    return (await tx.query<CatalogRow>(load, [tx.companyId]))[0]!;
  },
  versions: (tx: Tx, ids: number[]) =>
    tx.query<{ id: number; doc: FlowDoc; size: number }>(versions, [tx.companyId, ids]),
  async file(tx: Tx, name: string): Promise<FlowFileRow | undefined> {
    return (await tx.query<FlowFileRow>(file, [tx.companyId, name]))[0];
  },
  /** Approved templates of this connection without a header file. */
  templates: (tx: Tx, connectionId: number, ids: number[]): Promise<FlowTemplate[]> =>
    ids.length === 0 ? Promise.resolve([]) : tx.query<FlowTemplate>(templates, [tx.companyId, connectionId, ids]),
  async contact(tx: Tx, contactId: number, ticketId: number): Promise<ContactFactsRow> {
    return (await tx.query<ContactFactsRow>(contact, [tx.companyId, contactId, ticketId]))[0]!;
  },
  async isReturning(tx: Tx, contactId: number, connectionId: number, ticketId: number): Promise<boolean> {
    return (await tx.query(returning, [tx.companyId, contactId, connectionId, ticketId])).length > 0;
  },
  /** The platform has a key for transcriptions. */
  canTranscribe: async (tx: Tx): Promise<boolean> => (await tx.query(transcriptionKey, [])).length > 0,
  /** The first texts of the customer in a ticket. */
  async textsIn(tx: Tx, ticketId: number, limit: number): Promise<string[]> {
    return (await tx.query<{ body: string }>(texts, [tx.companyId, ticketId, limit])).map(({ body }) => body);
  },
};

const load = {
  name: 'flow-catalog.load',
  text: `select
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'versionId', live_version_id)) from flows
        where company_id = $1 and is_active and live_version_id is not null), '[]') as flows,
      exists (select from flows where company_id = $1) or exists (select from prompts where company_id = $1)
        or exists (select from integrations where company_id = $1) as "hasFlows",
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'queueId', queue_id,
          'transcribes', provider = 'openai' and base_url = '' and api_key is not null)) from prompts
        where company_id = $1), '[]') as prompts,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'type', type, 'name', name, 'flowId', flow_id,
          'delayMs', reply_pause_ms, 'expiresMinutes', expires_minutes, 'keywordFinish', finish_word,
          'keywordRestart', restart_word, 'restartMessage', restart_message, 'unknownMessage', unknown_message))
        from integrations where company_id = $1), '[]') as integrations,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'flowId', p.flow_id, 'connectionId', p.connection_id,
          'phrase', p.phrase, 'mode', p.mode) order by p.id) from flow_phrases p
        join flows f on f.company_id = $1 and f.id = p.flow_id and f.is_active and f.live_version_id is not null
        where p.company_id = $1 and p.is_active), '[]') as phrases,
      array(select id from users where company_id = $1) as "userIds",
      array(select id from tags where company_id = $1 and not is_lane) as "tagIds",
      array(select id from tags where company_id = $1 and is_lane) as "laneIds",
      array(select id from file_lists where company_id = $1) as "fileListIds",
      array(select name from flow_files where company_id = $1) as "fileNames"`,
};
const versions = {
  name: 'flow-catalog.versions',
  text: `select id, doc, pg_column_size(doc) as size from flow_versions where company_id = $1 and id = any($2::int[])`,
};
const file = {
  name: 'flow-catalog.file',
  text: `select storage_key as key, mime, original_name as "fileName", bytes::float8 as bytes from flow_files
          where company_id = $1 and name = $2`,
};
const templates = {
  name: 'flow-catalog.templates',
  text: `select id, name, language, connection_id as "connectionId", header, body, footer, buttons from templates
          where company_id = $1 and connection_id = $2 and id = any($3::int[]) and status = 'approved'
            and category <> 'authentication' and coalesce(header ->> 'format', 'text') = 'text'`,
};
const contact = {
  name: 'flow-catalog.contact',
  text: `select c.number, c.email,
                array(select g.name from contact_tags ct join tags g on g.company_id = $1 and g.id = ct.tag_id
                       where ct.company_id = $1 and ct.contact_id = c.id order by g.name) as tags,
                coalesce((select jsonb_object_agg(x.name, x.value) from contact_extra_info x
                           where x.company_id = $1 and x.contact_id = c.id), '{}') as extra,
                not exists (select from tickets t where t.company_id = $1 and t.contact_id = c.id and t.id <> $3) as "isNew"
           from contacts c where c.company_id = $1 and c.id = $2`,
};
const returning = {
  name: 'flow-catalog.is-returning',
  text: `select id from tickets where company_id = $1 and contact_id = $2 and connection_id = $3 and id <> $4 limit 1`,
};
const transcriptionKey = {
  name: 'flow-catalog.transcription-key',
  text: `select key from platform_settings where key = 'openaikeyaudio' and value <> ''`,
};
const texts = {
  name: 'flow-catalog.texts',
  text: `select body from messages where company_id = $1 and ticket_id = $2 and not from_me and not is_deleted and body <> ''
          order by seq limit $3`,
};
