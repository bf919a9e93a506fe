/** Settings of the platform. Of a secret only its presence and its last characters are known. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isPlatformSetting, type PlatformSettingName } from '@balcao/domain/settings/platform-settings';
import { api, invalidateModule } from '../../lib/api.ts';

export type PlatformValue = string | { isSet: boolean; last4: string } | null;
export type PlatformValues = Partial<Record<PlatformSettingName, PlatformValue>>;

export function usePlatformSettings() {
  return useQuery({
    ...api.settings.list.query(),
    select: (rows): PlatformValues =>
      Object.fromEntries(
        rows.flatMap(({ key, value }) => (isPlatformSetting(key) && typeof value !== 'boolean' ? [[key, value]] : [])),
      ),
  });
}

export function useSavePlatformSetting() {
  const client = useQueryClient();
  return async (key: PlatformSettingName, value: string): Promise<void> => {
    const row = await api.settings.savePlatform({ params: { key }, body: { key, value } });
    client.setQueryData(api.settings.list.query().queryKey, (rows) =>
      rows?.map((other) => (other.key === key ? row : other)),
    );
    // Whether a payment provider is ready depends on its keys.
    void invalidateModule(client, 'payments');
  };
}
