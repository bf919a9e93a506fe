import { and, eq, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { contacts } from '../../infrastructure/db/schema/contacts.ts';
import {
  contactExports,
  type ExportFilter,
  type ExportRow,
} from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import { own, type Db, type Tx } from '../../infrastructure/db/tx.ts';

/** What is written of each contact. */
export interface ExportedContact {
  id: number;
  name: string;
  number: string;
  email: string;
  channel: string;
  connection: string | null;
  createdAt: Date;
  tags: string[];
  extra: [name: string, value: string][];
}
/** More columns than this no sheet of ours reads back. */
const MAX_EXTRA_COLUMNS = 150;
/** So few that they are forgotten before they have grown old: garbage that lives long is what makes a process large. */
const PAGE = 200;
const byExportId = (tx: Tx, id: number) => and(own(tx, contactExports), eq(contactExports.id, id));

/** Which contacts are meant; `found` is the condition that what was searched for makes. */
const filterCondition = (tx: Tx, { tagIds, channel, isGroup }: ExportFilter, searchCondition: SQL | undefined) =>
  and(
    own(tx, contacts),
    isNull(contacts.mergedIntoId),
    searchCondition,
    tagIds.length === 0
      ? undefined
      : sql`exists (select from contact_tags ct where ct.company_id = contacts.company_id and ct.contact_id = contacts.id and ct.tag_id in ${tagIds})`,
    channel === undefined ? undefined : eq(contacts.channel, channel),
    isGroup === undefined ? undefined : eq(contacts.isGroup, isGroup),
  );

export const exportStore = {
  async insert(tx: Tx, row: { userId: number; filter: ExportFilter; inClear: boolean }): Promise<ExportRow> {
    const [created] = await tx.orm
      .insert(contactExports)
      .values({ ...row, companyId: tx.companyId })
      .returning();
    return created!;
  },
  async byId(tx: Tx, id: number): Promise<ExportRow | undefined> {
    return (await tx.orm.select().from(contactExports).where(byExportId(tx, id)))[0];
  },
  async claim(tx: Tx, id: number): Promise<ExportRow | undefined> {
    const [row] = await tx.orm
      .update(contactExports)
      .set({
        status: 'running',
        leaseUntil: sql`now() + interval '60 seconds'`,
        tries: sql`${contactExports.tries} + 1`,
      })
      .where(
        and(
          byExportId(tx, id),
          inArray(contactExports.status, ['waiting', 'running']),
          or(isNull(contactExports.leaseUntil), lt(contactExports.leaseUntil, sql`now()`)),
        ),
      )
      .returning();
    return row;
  },
  progress: (tx: Tx, id: number, rowCount: number) =>
    tx.orm
      .update(contactExports)
      .set({ rowCount, leaseUntil: sql`now() + interval '60 seconds'` })
      .where(byExportId(tx, id)),
  change: (tx: Tx, id: number, change: Partial<Pick<ExportRow, 'status' | 'storageKey' | 'finishedAt' | 'rowCount'>>) =>
    tx.orm.update(contactExports).set(change).where(byExportId(tx, id)),

  async hasAny(tx: Tx, filter: ExportFilter, searchCondition: SQL | undefined): Promise<boolean> {
    const rows = await tx.orm
      .select({ id: contacts.id })
      .from(contacts)
      .where(filterCondition(tx, filter, searchCondition))
      .limit(1);
    return rows.length > 0;
  },
  count: (tx: Tx, filter: ExportFilter, searchCondition: SQL | undefined) =>
    tx.orm.$count(contacts, filterCondition(tx, filter, searchCondition)),
  async extraNames(tx: Tx): Promise<string[]> {
    return (await tx.query<{ name: string }>(extraNames, [tx.companyId, MAX_EXTRA_COLUMNS])).map(({ name }) => name);
  },

  /** The next ones after this name and id. */
  async page(
    tx: Tx,
    filter: ExportFilter,
    searchCondition: SQL | undefined,
    after: { name: string; id: number } | undefined,
  ): Promise<ExportedContact[]> {
    const ids = await tx.orm
      .select({ id: contacts.id })
      .from(contacts)
      .where(
        and(
          filterCondition(tx, filter, searchCondition),
          after && sql`(${contacts.name}, ${contacts.id}) > (${after.name}, ${after.id})`,
        ),
      )
      .orderBy(contacts.name, contacts.id)
      .limit(PAGE);
    if (ids.length === 0) return [];
    return tx.query<ExportedContact>(written, [tx.companyId, ids.map(({ id }) => id)]);
  },

  due: (db: Db, limit: number) => db.query<{ company_id: number; id: number }>(due, [limit]),
};

const extraNames = {
  name: 'contact-exports.extra-names',
  text: 'select distinct name from contact_extra_info where company_id = $1 order by name limit $2',
};
const written = {
  name: 'contact-exports.written',
  text: `select c.id, c.name, c.number, c.email, c.channel, c.created_at as "createdAt",
                (select k.name from connections k where k.company_id = $1 and k.id = c.connection_id) as connection,
                array(select t.name from contact_tags ct join tags t on t.company_id = $1 and t.id = ct.tag_id
                       where ct.company_id = $1 and ct.contact_id = c.id order by t.name) as tags,
                coalesce((select json_agg(json_build_array(e.name, e.value)) from contact_extra_info e
                           where e.company_id = $1 and e.contact_id = c.id), '[]') as extra
           from contacts c where c.company_id = $1 and c.id = any($2) order by c.name, c.id`,
};
const due = { name: 'contact-exports.due', text: 'select company_id, id from contact_exports_due($1)' };
