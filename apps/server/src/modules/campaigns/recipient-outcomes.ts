import type { ErrorCode } from '@balcao/contract';
import { AppError } from '../../infrastructure/app-error.ts';
import { saveItemValidity } from '../contact-lists/index.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { campaignStore } from './campaigns.store.ts';
import type { RecipientFailed } from './queue-messages.ts';
import { recipientStore, type Candidate } from './recipients.store.ts';
import type { StepResult } from './step-result.ts';

/** These put the whole campaign on hold: every recipient has the same template. */
export const TEMPLATE_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_TEMPLATE_NOT_SENDABLE',
  'ERR_VALIDATION',
]);
/** After this time the channel is asked again about a number that it could not look up. */
const RECHECK_MS = 10 * 60_000;

/** What becomes of a recipient outside of the transaction of a step. */
export function createRecipientOutcomes({
  db,
  clock,
  connections,
}: Pick<CampaignDeps, 'db' | 'clock' | 'connections'>) {
  return { recordFailure, checkNumber };

  /** In a transaction of its own: what the step did for the recipient is rolled back. */
  async function recordFailure(companyId: number, { candidate, cause }: RecipientFailed): Promise<StepResult> {
    const code = cause instanceof AppError ? cause.code : undefined;
    const { campaignId } = candidate;
    return db.inCompany(companyId, async (tx) => {
      if (code !== undefined && TEMPLATE_CODES.has(code))
        await campaignStore.setHold(tx, [campaignId], 'template', null, code);
      else await recipientStore.settle(tx, candidate.id, 'failed', code ?? 'ERR_INTERNAL');
      tx.emit({ type: 'campaign.saved', campaignId, isNew: false });
      return { sent: 0, nextInMs: 0, touched: [campaignId] };
    });
  }

  /** Asks the channel about a number that never wrote. False: it could not be looked up, and its recipient waits. */
  async function checkNumber(companyId: number, connectionId: number, { id, number, listItemId }: Candidate) {
    const found = await connections.checkNumber(companyId, number, connectionId);
    await db.inCompany(companyId, async (tx) => {
      if (listItemId !== null && found !== 'unchecked') await saveItemValidity(tx, [listItemId], found !== 'unknown');
      if (found === 'unchecked') await recipientStore.postpone(tx, [id], new Date(+clock.now() + RECHECK_MS));
      else if (found === 'unknown') await recipientStore.settle(tx, id, 'skipped', 'invalid');
      else await recipientStore.markChecked(tx, id);
    });
    return found !== 'unchecked';
  }
}
