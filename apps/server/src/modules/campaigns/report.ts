import { RECIPIENT_PAGE, type RecipientTab } from '@balcao/contract/endpoints/campaigns';
import { recipientStates, type RecipientState } from '@balcao/domain/campaign/campaign';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import type { CampaignForecast } from './campaign-forecast.ts';
import type { CampaignSettings } from './campaign-settings.ts';
import { campaignStore } from './campaigns.store.ts';
import { ledgerStore } from './ledger.store.ts';
import { reportStore } from './report.store.ts';

export const statesOf: Record<RecipientTab, RecipientState[]> = {
  all: [...recipientStates],
  waiting: ['planned', 'confirmed', 'asking', 'queued', 'held'],
  asked: ['asking', 'asked'],
  sent: ['sent', 'delivered', 'read'],
  read: ['read'],
  failed: ['failed', 'unknown'],
  declined: ['declined', 'no-answer'],
  skipped: ['skipped'],
};

/** The report of a campaign, from the ledger alone. */
export function createCampaignReport(
  { db, contacts }: Pick<CampaignDeps, 'db' | 'contacts'>,
  settings: CampaignSettings,
  forecasts: CampaignForecast,
) {
  return {
    report: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        const campaign = assertFound(await campaignStore.byId(tx, id), 'ERR_NO_CAMPAIGN_FOUND');
        const numbers = await reportStore.numbers(tx, id);
        const values = await settings.inTx.get(tx);
        return {
          campaign,
          ...numbers,
          forecast: await forecasts.ofCampaign(tx, id, numbers.counts),
          settings: values,
          timeZone: (await settings.inTx.hours(tx, values)).timeZone,
        };
      }),
    forecast: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        assertFound(await campaignStore.byId(tx, id), 'ERR_NO_CAMPAIGN_FOUND');
        return forecasts.ofCampaign(tx, id, await ledgerStore.counts(tx, id));
      }),
    recipients: (actor: Actor, id: number, filter: { tab: RecipientTab; search: string; after: number }) =>
      db.readCompany(actor.companyId, async (tx) => {
        const campaign = assertFound(await campaignStore.byId(tx, id), 'ERR_NO_CAMPAIGN_FOUND');
        const masked = await contacts.inTx.hidesNumbers(tx);
        const rows = await reportStore.page(tx, id, {
          states: statesOf[filter.tab],
          search: filter.search,
          after: filter.after,
          limit: RECIPIENT_PAGE + 1,
          // A hidden number must not be found digit by digit.
          findsNumbers: !masked,
        });
        const shown = rows.slice(0, RECIPIENT_PAGE);
        return {
          campaign,
          rows: shown,
          next: rows.length > RECIPIENT_PAGE ? String(shown.at(-1)!.id) : null,
          masked,
        };
      }),
  };
}
