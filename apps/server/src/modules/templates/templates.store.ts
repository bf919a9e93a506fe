import type { AutomaticOccasion } from '@balcao/contract/endpoints/templates';
import { and, eq, sql } from 'drizzle-orm';
import type { TemplateInfo } from '../../channels/port.ts';
import {
  automaticTemplates,
  templates,
  type AutomaticTemplateRow,
  type TemplateRow,
} from '../../infrastructure/db/schema/templates.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

const PAGE_SIZE = 20;

const COLUMNS = `t.company_id as "companyId", t.id, t.connection_id as "connectionId", t.name, t.language, t.category,
                 t.status, t.because, t.header, t.body, t.footer, t.buttons, t.updated_at as "updatedAt"`;
// The count rides along: one statement a page.
const page = {
  name: 'templates.page',
  text: `select ${COLUMNS}, count(*) over ()::int as total from templates t
          where t.company_id = $1 and ($2::int is null or t.connection_id = $2)
            and ($3 = '%%' or folded(t.name) like $3 or folded(t.body) like $3)
            and ($4 = 'false' or (t.status = 'approved' and coalesce(t.header ->> 'format', 'text') <> 'location'))
            and ($4 <> 'alone' or coalesce(t.header ->> 'format', 'text') = 'text')
          order by folded(t.name), t.language, t.id limit $5 offset $6`,
};
/** As the channel keeps them now: what it no longer has is gone here too. */
const replace = {
  name: 'templates.replace',
  text: `with told as (
           select * from jsonb_to_recordset($3::jsonb) as i (name text, language text, category text, status text,
             because text, header jsonb, body text, footer text, buttons jsonb)),
         gone as (
           delete from templates t where t.company_id = $1 and t.connection_id = $2
              and not exists (select from told where told.name = t.name and told.language = t.language))
         insert into templates (company_id, connection_id, name, language, category, status, because, header, body, footer, buttons)
         select $1, $2, name, language, category, status, because, nullif(header, 'null'::jsonb), body, footer, buttons from told
             on conflict (company_id, connection_id, name, language) do update
            set category = excluded.category, status = excluded.status, because = excluded.because,
                header = excluded.header, body = excluded.body, footer = excluded.footer, buttons = excluded.buttons,
                updated_at = now()`,
};
const automaticFor = {
  name: 'templates.automatic-for',
  text: `select ${COLUMNS}, a.gap_values as "gapValues" from automatic_templates a
           join templates t on t.company_id = a.company_id and t.id = a.template_id
          where a.company_id = $1 and a.connection_id = $2 and a.occasion = $3`,
};

export interface TemplateFilter {
  connectionId: number | undefined;
  search: string;
  sendable: 'true' | 'alone' | 'false';
  page: number;
}

export const templateStore = {
  async page(tx: Tx, { connectionId, search, sendable, page: number }: TemplateFilter) {
    const offset = (number - 1) * PAGE_SIZE;
    const values = [tx.companyId, connectionId ?? null, likePattern(search), sendable, PAGE_SIZE, offset];
    const rows = await tx.query<TemplateRow & { total: number }>(page, values);
    const count = rows[0]?.total ?? 0;
    return { rows, count, hasMore: count > offset + rows.length };
  },
  async byId(tx: Tx, id: number): Promise<TemplateRow | undefined> {
    const [row] = await tx.orm
      .select()
      .from(templates)
      .where(and(own(tx, templates), eq(templates.id, id)));
    return row;
  },
  replace: (tx: Tx, connectionId: number, infos: Omit<TemplateInfo, 'id'>[]) =>
    tx.query(replace, [tx.companyId, connectionId, JSON.stringify(infos)]),
  /** False when it is not known here yet. */
  async setStatus(
    tx: Tx,
    connectionId: number,
    update: Pick<TemplateInfo, 'name' | 'language' | 'because'> & Partial<Pick<TemplateInfo, 'status'>>,
  ): Promise<boolean> {
    const { name, language, status, because } = update;
    const rows = await tx.orm
      .update(templates)
      .set({ ...(status && { status }), because, updatedAt: sql`now()` })
      .where(
        and(
          own(tx, templates),
          eq(templates.connectionId, connectionId),
          eq(templates.name, name),
          eq(templates.language, language),
        ),
      )
      .returning({ id: templates.id });
    return rows.length > 0;
  },

  automatic: (tx: Tx, connectionId: number): Promise<AutomaticTemplateRow[]> =>
    tx.orm
      .select()
      .from(automaticTemplates)
      .where(and(own(tx, automaticTemplates), eq(automaticTemplates.connectionId, connectionId))),
  async automaticFor(tx: Tx, connectionId: number, occasion: AutomaticOccasion) {
    const [row] = await tx.query<TemplateRow & Pick<AutomaticTemplateRow, 'gapValues'>>(automaticFor, [
      tx.companyId,
      connectionId,
      occasion,
    ]);
    return row;
  },
  async setAutomatic(
    tx: Tx,
    connectionId: number,
    chosen: Pick<AutomaticTemplateRow, 'occasion' | 'templateId' | 'gapValues'>[],
  ) {
    await tx.orm
      .delete(automaticTemplates)
      .where(and(own(tx, automaticTemplates), eq(automaticTemplates.connectionId, connectionId)));
    if (chosen.length > 0)
      await tx.orm
        .insert(automaticTemplates)
        .values(chosen.map((choice) => ({ ...choice, companyId: tx.companyId, connectionId })));
  },
};
