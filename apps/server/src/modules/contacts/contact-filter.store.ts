import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { contacts, type ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';
import { anyExistingTag } from '../tags/index.ts';

export const notMerged = (tx: Tx) => and(own(tx, contacts), isNull(contacts.mergedIntoId));

interface FilterValues {
  tagIds: readonly number[];
  channel?: ContactRow['channel'] | undefined;
  isGroup?: boolean | undefined;
}
/** Contacts of a list or an export; `searchCondition` is the condition of its search text. */
export const contactCondition = (
  tx: Tx,
  { tagIds, channel, isGroup }: FilterValues,
  searchCondition: SQL | undefined,
) =>
  and(
    notMerged(tx),
    searchCondition,
    tagIds.length === 0
      ? undefined
      : sql`exists (select from contact_tags ct where ct.company_id = contacts.company_id and ct.contact_id = contacts.id and ct.tag_id = ${anyExistingTag(tx.companyId, tagIds)})`,
    channel === undefined ? undefined : eq(contacts.channel, channel),
    isGroup === undefined ? undefined : eq(contacts.isGroup, isGroup),
  );
