import { readAnswer } from '@balcao/domain/campaign/answer';
import { MAX_ANSWER_DELAY_MS } from '@balcao/domain/campaign/machine';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import type { CampaignSettings } from './campaign-settings.ts';
import type { Ledger } from './ledger.ts';
import { replyStore } from './replies.store.ts';

/** A message of a customer. */
export interface Reply {
  contactId: number;
  connectionId: number;
  text: string;
}

/** Answers of customers to confirmations and campaigns, in the transaction that stores the message. */
export function createReplies(
  { clock, settings: companySettings, random = Math.random }: Pick<CampaignDeps, 'clock' | 'settings' | 'random'>,
  settings: CampaignSettings,
  ledger: Pick<Ledger, 'watch'>,
) {
  return async function onReply(tx: Tx, replies: readonly Reply[]): Promise<void> {
    const recipients = await replyStore.recipientsAmong(tx, [...new Set(replies.map(({ contactId }) => contactId))]);
    // The order of contacts is that of every transaction that writes to several recipients.
    const known = replies
      .filter(({ contactId }) => recipients.has(contactId))
      .sort((a, b) => a.contactId - b.contactId);
    if (known.length === 0) return;
    const { refusalWords } = await settings.inTx.get(tx);
    const words = { refusal: refusalWords, optOut: String(await companySettings.get(tx, 'optOutWords')) };
    const touched = new Set<number>();
    for (const { contactId, connectionId, text } of known) {
      const asked = await replyStore.asked(tx, contactId, connectionId);
      if (asked.length > 0) {
        const answer = readAnswer(text, words);
        const notBefore = answer === 'confirmed' ? new Date(+clock.now() + random() * MAX_ANSWER_DELAY_MS) : null;
        const ids = asked.map(({ id }) => id);
        await replyStore.answer(tx, ids, answer, notBefore);
        for (const { campaignId } of asked) touched.add(campaignId);
      }
      for (const campaignId of await replyStore.markReplied(tx, contactId, connectionId)) touched.add(campaignId);
    }
    // The last one who declines ends a campaign. The sweep finds it if the ledger is updated before the commit.
    ledger.watch(tx.companyId, [...touched]);
    for (const campaignId of touched) tx.emit({ type: 'campaign.saved', campaignId, isNew: false });
  };
}
