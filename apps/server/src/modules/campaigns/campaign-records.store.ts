import { and, eq, sql } from 'drizzle-orm';
import { campaigns, type CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import { lockRow } from '../../infrastructure/db/table-rows.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

/** Fields that users edit. */
export type CampaignFields = Pick<
  CampaignRow,
  | 'name'
  | 'connectionId'
  | 'contactListId'
  | 'tagId'
  | 'messages'
  | 'confirmations'
  | 'asksConfirmation'
  | 'templateId'
  | 'templateValues'
  | 'opensTicket'
  | 'ticketStatus'
  | 'userId'
  | 'queueId'
  | 'rateMode'
  | 'localHours'
  | 'scheduledAt'
>;
type Media = Pick<CampaignRow, 'mediaKey' | 'mediaName' | 'mediaMime'>;
export const NO_MEDIA: Media = { mediaKey: null, mediaName: '', mediaMime: '' };
type NewCampaign = CampaignFields &
  Partial<Media> &
  Partial<Pick<CampaignRow, 'sourceCampaignId' | 'sourceFilter' | 'coldAllowedAt' | 'status'>> & { authorId: number };

const byId = (tx: Tx, id: number) => and(own(tx, campaigns), eq(campaigns.id, id));

/** What users write to campaigns. */
export const campaignRecords = {
  async find(tx: Tx, id: number): Promise<CampaignRow | undefined> {
    return (await tx.orm.select().from(campaigns).where(byId(tx, id)))[0];
  },
  /** Users and the send step lock the row: a message is queued before a stop or not at all. */
  lock: (tx: Tx, id: number): Promise<CampaignRow | undefined> =>
    lockRow(tx, campaigns, { companyId: tx.companyId, id }),
  async insert(tx: Tx, fields: NewCampaign): Promise<number> {
    const [row] = await tx.orm
      .insert(campaigns)
      .values({ ...fields, companyId: tx.companyId, seed: sql<number>`floor(random() * 2147483647)::int` })
      .returning({ id: campaigns.id });
    return row!.id;
  },
  async update(tx: Tx, id: number, change: Partial<Omit<CampaignRow, 'companyId' | 'id' | 'revision'>>): Promise<void> {
    await tx.orm
      .update(campaigns)
      .set({ ...change, revision: sql`${campaigns.revision} + 1`, updatedAt: sql`now()` })
      .where(byId(tx, id));
  },
};
