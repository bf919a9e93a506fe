/** Pace, hours, variables and words of the company's campaigns. */
import type { CampaignSetting, CampaignSettingsDraft } from '@balcao/contract/endpoints/campaigns';
import { defaultCampaignSettings } from '@balcao/domain/campaign/campaign';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from '../../lib/api.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';

export interface CampaignSettings {
  messageInterval: number;
  longerIntervalAfter: number;
  greaterInterval: number;
  startHour: string;
  endHour: string;
  sabado: boolean;
  domingo: boolean;
  variables: { key: string; value: string }[];
  refusalWords: string[];
}

export function useCampaignSettings() {
  useRefetchOnTopic('campaignSettings', 'campaigns');
  return useQuery({ ...api.campaigns.settings.query(), select: settingsOf });
}

export function useSaveCampaignSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ refusalWords, ...settings }: CampaignSettings) => {
      const body: z.input<typeof CampaignSettingsDraft> = { ...settings, refusalWords: refusalWords.join(', ') };
      return api.campaigns.saveSettings({ body: { settings: body } });
    },
    onSuccess: (rows) => client.setQueryData(api.campaigns.settings.key(), rows),
  });
}

/** The wire has one row per key with its value as text; a missing key has its default. */
export function settingsOf(rows: readonly CampaignSetting[]): CampaignSettings {
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const number = (key: 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval') =>
    Number(values.get(key) ?? defaultCampaignSettings[key]);
  return {
    messageInterval: number('messageInterval'),
    longerIntervalAfter: number('longerIntervalAfter'),
    greaterInterval: number('greaterInterval'),
    startHour: values.get('startHour') ?? defaultCampaignSettings.startHour,
    endHour: values.get('endHour') ?? defaultCampaignSettings.endHour,
    sabado: values.get('sabado') === 'true',
    domingo: values.get('domingo') === 'true',
    variables: variablesOf(values.get('variables')),
    refusalWords: wordsOf(values.get('refusalWords') ?? defaultCampaignSettings.refusalWords),
  };
}

export const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

function variablesOf(json: string | undefined): CampaignSettings['variables'] {
  try {
    const parsed: unknown = JSON.parse(json ?? '[]');
    return Array.isArray(parsed) ? (parsed as CampaignSettings['variables']) : [];
  } catch {
    return [];
  }
}
