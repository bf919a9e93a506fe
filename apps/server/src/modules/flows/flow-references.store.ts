import type { IntegrationType } from '@balcao/domain/integration/integration-types';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** Rows per kind; far above what a company has. */
const MAX_ROWS = 2000;

export const referenceKinds = [
  'queues',
  'users',
  'tags',
  'lanes',
  'fileLists',
  'templates',
  'prompts',
  'integrations',
  'flows',
] as const;
export type ReferenceKind = (typeof referenceKinds)[number];
export interface ReferenceRow {
  kind: ReferenceKind;
  id: number;
  name: string;
  /** Connection and language of a template. */
  connectionId: number | null;
  language: string | null;
  /** Type of an integration. */
  type: IntegrationType | null;
  /** State of a flow. */
  isActive: boolean | null;
  isPublished: boolean | null;
}

// Everything that nodes may refer to, by one statement.
const all = {
  name: 'flow-references.all',
  text: `select kind, id, name, "connectionId", language, type, "isActive", "isPublished" from (
           (select 'queues' as kind, id, name, null::int as "connectionId", null as language, null as type,
                   null::boolean as "isActive", null::boolean as "isPublished"
              from queues where company_id = $1 limit ${MAX_ROWS})
           union all
           (select 'users', id, name, null, null, null, null, null from users where company_id = $1 limit ${MAX_ROWS})
           union all
           (select case when is_lane then 'lanes' else 'tags' end, id, name, null, null, null, null, null
              from tags where company_id = $1 limit ${MAX_ROWS})
           union all
           (select 'fileLists', id, name, null, null, null, null, null from file_lists where company_id = $1 limit ${MAX_ROWS})
           union all
           (select 'templates', id, name, connection_id, language, null, null, null from templates
             where company_id = $1 and status = 'approved' and category <> 'authentication'
               and coalesce(header ->> 'format', 'text') = 'text'
               and not jsonb_path_exists(buttons, '$[*] ? (@.type == "other" && @.value != "")') limit ${MAX_ROWS})
           union all
           (select 'prompts', id, name, null, null, null, null, null from prompts where company_id = $1 limit ${MAX_ROWS})
           union all
           (select 'integrations', id, name, null, null, type, null, null
              from integrations where company_id = $1 limit ${MAX_ROWS})
           union all
           (select 'flows', id, name, null, null, null, is_active, live_version_id is not null
              from flows where company_id = $1 limit ${MAX_ROWS})) listed
          order by kind, folded(name), id`,
};

export const flowReferenceStore = {
  all: (tx: Tx) => tx.query<ReferenceRow & Record<never, unknown>>(all, [tx.companyId]),
};
