import type { AutomaticOccasion } from '@balcao/contract/endpoints/templates';
import type { TemplateInfo } from '../../channels/port.ts';
import type { TemplateRow } from '../../infrastructure/db/schema/templates.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

const PAGE_SIZE = 20;

const COLUMNS = `t.company_id as "companyId", t.id, t.connection_id as "connectionId", t.name, t.language, t.category,
                 t.status, t.because, t.header, t.body, t.footer, t.buttons, t.updated_at as "updatedAt"`;
// Includes the total count, so a page is one statement.
const page = {
  name: 'templates.page',
  text: `select ${COLUMNS}, count(*) over ()::int as total from templates t
          where t.company_id = $1 and ($2::int is null or t.connection_id = $2)
            and ($3 = '%%' or folded(t.name) like $3 or folded(t.body) like $3)
            and ($4 = 'false' or (t.status = 'approved' and t.category <> 'authentication'
                 and coalesce(t.header ->> 'format', 'text') <> 'location'
                 and not jsonb_path_exists(t.buttons, '$[*] ? (@.type == "other" && @.value != "")')))
            and ($4 <> 'alone' or coalesce(t.header ->> 'format', 'text') = 'text')
            and ($7::int is null or t.id = $7)
          order by folded(t.name), t.language, t.id limit $5 offset $6`,
};
const save = {
  name: 'templates.save',
  text: `with listed as (
           select * from jsonb_to_recordset($3::jsonb) as i (name text, language text, category text, status text,
             because text, header jsonb, body text, footer text, buttons jsonb))
         insert into templates (company_id, connection_id, name, language, category, status, because, header, body, footer, buttons)
         select $1, $2, name, language, category, status, because, nullif(header, 'null'::jsonb), body, footer, buttons from listed
             on conflict (company_id, connection_id, name, language) do update
            set category = excluded.category, status = excluded.status, because = excluded.because,
                header = excluded.header, body = excluded.body, footer = excluded.footer, buttons = excluded.buttons,
                updated_at = now()`,
};
/** What the channel no longer has is refused from here on, until nothing refers to it. */
const withdraw = {
  name: 'templates.withdraw',
  text: `update templates t set status = 'disabled', because = '', updated_at = now()
          where t.company_id = $1 and t.connection_id = $2
            and not exists (select from unnest($3::text[], $4::text[]) as listed (name, language)
                             where listed.name = t.name and listed.language = t.language)
          returning t.id`,
};
const lockWithdrawn = {
  name: 'templates.lock-withdrawn',
  text: `select id from templates where company_id = $1 and id = any ($2::int[]) and status = 'disabled'
          order by id for no key update`,
};
const removeWithdrawn = {
  name: 'templates.remove-withdrawn',
  text: `delete from templates where company_id = $1 and id = any ($2::int[]) and status = 'disabled'`,
};
const automaticFor = {
  name: 'templates.automatic-for',
  text: `select ${COLUMNS}, a.gap_values as "values" from automatic_templates a
           join templates t on t.company_id = a.company_id and t.id = a.template_id
          where a.company_id = $1 and a.connection_id = $2 and a.occasion = $3`,
};

const byId = {
  name: 'templates.by-id',
  text: `select ${COLUMNS} from templates t where t.company_id = $1 and t.id = $2`,
};
const setStatus = {
  name: 'templates.set-status',
  text: `update templates set status = coalesce($5, status), because = $6, updated_at = now()
          where company_id = $1 and connection_id = $2 and name = $3 and language = $4 returning id`,
};
const automatic = {
  name: 'templates.automatic',
  text: `select occasion, template_id as "templateId", gap_values as "values" from automatic_templates
          where company_id = $1 and connection_id = $2`,
};
const removeAutomatic = {
  name: 'templates.remove-automatic',
  text: 'delete from automatic_templates where company_id = $1 and connection_id = $2',
};
const addAutomatic = {
  name: 'templates.add-automatic',
  text: `insert into automatic_templates (company_id, connection_id, occasion, template_id, gap_values)
         select $1, $2, occasion, "templateId", "values"
           from jsonb_to_recordset($3::jsonb) as a (occasion text, "templateId" int, "values" jsonb)`,
};

/** The template that replaces free text on one occasion, and the values of its placeholders. */
export interface AutomaticTemplate {
  occasion: AutomaticOccasion;
  templateId: number;
  values: Readonly<Record<string, string>>;
}
export interface TemplateFilter {
  connectionId: number | undefined;
  templateId: number | undefined;
  search: string;
  sendable: 'true' | 'alone' | 'false';
  page: number;
}

export const templateStore = {
  async page(tx: Tx, { connectionId, templateId, search, sendable, page: number }: TemplateFilter) {
    const offset = (number - 1) * PAGE_SIZE;
    const pattern = likePattern(search);
    const values = [tx.companyId, connectionId ?? null, pattern, sendable, PAGE_SIZE, offset, templateId ?? null];
    const rows = await tx.query<TemplateRow & { total: number }>(page, values);
    const count = rows[0]?.total ?? 0;
    return { rows, count, hasMore: count > offset + rows.length };
  },
  async byId(tx: Tx, id: number): Promise<TemplateRow | undefined> {
    const [row] = await tx.query<TemplateRow>(byId, [tx.companyId, id]);
    return row;
  },
  /** Saves the templates of a connection. Returns those that the channel no longer has; they cannot be sent any more. */
  async replace(tx: Tx, connectionId: number, infos: Omit<TemplateInfo, 'id'>[]): Promise<number[]> {
    await tx.query(save, [tx.companyId, connectionId, JSON.stringify(infos)]);
    const names = infos.map(({ name }) => name);
    const languages = infos.map(({ language }) => language);
    const rows = await tx.query<{ id: number }>(withdraw, [tx.companyId, connectionId, names, languages]);
    return rows.map(({ id }) => id);
  },
  /** Which of these the channel has not listed again meanwhile. */
  lockWithdrawn: async (tx: Tx, ids: number[]): Promise<number[]> =>
    (await tx.query<{ id: number }>(lockWithdrawn, [tx.companyId, ids])).map(({ id }) => id),
  removeWithdrawn: (tx: Tx, ids: number[]) => tx.query(removeWithdrawn, [tx.companyId, ids]),
  /** Without a status only the reason changes. False when the template is unknown. */
  setStatus: async (
    tx: Tx,
    connectionId: number,
    {
      name,
      language,
      status,
      because,
    }: Pick<TemplateInfo, 'name' | 'language' | 'because'> & Partial<Pick<TemplateInfo, 'status'>>,
  ): Promise<boolean> =>
    (await tx.query(setStatus, [tx.companyId, connectionId, name, language, status ?? null, because])).length > 0,

  automatic: (tx: Tx, connectionId: number) => tx.query<AutomaticTemplate>(automatic, [tx.companyId, connectionId]),
  async automaticFor(tx: Tx, connectionId: number, occasion: AutomaticOccasion) {
    const [row] = await tx.query<TemplateRow & Pick<AutomaticTemplate, 'values'>>(automaticFor, [
      tx.companyId,
      connectionId,
      occasion,
    ]);
    return row;
  },
  async setAutomatic(tx: Tx, connectionId: number, chosen: AutomaticTemplate[]) {
    await tx.query(removeAutomatic, [tx.companyId, connectionId]);
    if (chosen.length > 0) await tx.query(addAutomatic, [tx.companyId, connectionId, JSON.stringify(chosen)]);
  },
};
