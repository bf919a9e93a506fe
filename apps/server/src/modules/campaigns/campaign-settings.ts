import { defaultCampaignSettings as defaults } from '@balcao/domain/campaign/campaign';
import type { SendingHours } from '@balcao/domain/campaign/sending-hours';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { CampaignSettingRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { campaignSettingStore } from './campaign-settings.store.ts';

export interface CampaignSettingValues {
  messageInterval: number;
  longerIntervalAfter: number;
  greaterInterval: number;
  sabado: boolean;
  domingo: boolean;
  startHour: string;
  endHour: string;
  refusalWords: string;
  variables: { key: string; value: string }[];
}
type Key = keyof CampaignSettingValues;
const keys = [...Object.keys(defaults), 'variables'] as Key[];

function parse(key: Key, text: string): CampaignSettingValues[Key] {
  if (key === 'variables') return JSON.parse(text) as CampaignSettingValues['variables'];
  if (key === 'sabado' || key === 'domingo') return text === 'true';
  return typeof defaults[key] === 'number' ? Number(text) : text;
}
const toText = (value: CampaignSettingValues[Key]): string =>
  typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Pace, hours and variables of all campaigns of a company. */
export function createCampaignSettings({ db, companies }: Pick<CampaignDeps, 'db' | 'companies'>) {
  async function get(tx: Tx): Promise<CampaignSettingValues> {
    const stored = new Map((await campaignSettingStore.all(tx)).map(({ key, value }) => [key, value]));
    const entries = keys.map((key) => {
      const text = stored.get(key);
      return [key, text === undefined ? (key === 'variables' ? [] : defaults[key]) : parse(key, text)];
    });
    return Object.fromEntries(entries) as CampaignSettingValues;
  }
  /** All keys, in a fixed order; a key that was never saved has no row and the id 0. */
  async function rows(tx: Tx): Promise<CampaignSettingRow[]> {
    const stored = new Map((await campaignSettingStore.all(tx)).map((row) => [row.key, row]));
    return keys.map(
      (key, index): CampaignSettingRow =>
        stored.get(key) ?? {
          companyId: tx.companyId,
          id: index + 1,
          key,
          value: key === 'variables' ? '[]' : toText(defaults[key]),
          updatedAt: new Date(0),
        },
    );
  }

  return {
    inTx: {
      get,
      /** The hours in which campaigns send, in the company's time zone. */
      async hours(tx: Tx, { startHour, endHour, sabado, domingo }: CampaignSettingValues): Promise<SendingHours> {
        const { timeZone, holidays } = await companies.inTx.getHours(tx);
        return { startHour, endHour, saturday: sabado, sunday: domingo, holidays, timeZone };
      },
    },
    list: (companyId: number) => db.readCompany(companyId, rows),
    save: (actor: Actor, change: Partial<CampaignSettingValues>) =>
      db.inCompany(actor.companyId, async (tx) => {
        const values = Object.fromEntries(
          Object.entries(change).flatMap(([key, value]) => (value === undefined ? [] : [[key, toText(value)]])),
        );
        await campaignSettingStore.save(tx, values);
        await audit(tx, {
          userId: actor.userId,
          action: 'campaign-settings.changed',
          subject: 'campaign settings',
          data: { keys: Object.keys(values) },
        });
        tx.emit({ type: 'campaign-settings.saved' });
        return rows(tx);
      }),
  };
}
export type CampaignSettings = ReturnType<typeof createCampaignSettings>;
