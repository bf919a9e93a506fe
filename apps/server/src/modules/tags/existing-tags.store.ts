import { sql, type SQL } from 'drizzle-orm';

/** One of these tags. Contacts have a tag for a while after it was removed; filters do not find them by it. */
export const anyExistingTag = (companyId: number, tagIds: readonly number[]): SQL =>
  sql`any (array(select g.id from tags g where g.company_id = ${companyId} and g.id in ${tagIds}))`;
