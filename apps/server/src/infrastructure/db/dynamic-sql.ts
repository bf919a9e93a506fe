import { hash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';

/** Names a dynamic statement by the hash of its text, so that equal texts are prepared once per connection. */
export const namedByHash = ({
  sql: text,
  params,
}: {
  sql: string;
  params: unknown[];
}): [{ name: string; text: string }, unknown[]] => [{ name: `q-${hash('sha1', text)}`, text }, params];

/** One of these tags. Contacts have a tag for a while after it was removed; filters do not find them by it. */
export const anyExistingTag = (companyId: number, tagIds: readonly number[]): SQL =>
  sql`any (array(select g.id from tags g where g.company_id = ${companyId} and g.id in ${tagIds}))`;
