/** Checks each secret of a page or an Instagram account with Meta. */
import { z } from 'zod';
import { Refused, type AccountFinding, type Channel } from '../../port.ts';
import type { Graph } from '../graph.ts';

const optionalText = z.string().catch('');
const WirePage = z.object({ name: optionalText });
const WireInstagram = z.object({ username: optionalText, name: optionalText });
const WireApps = z.object({ data: z.array(z.unknown()) });

export const createPageCheck =
  (graph: Graph): NonNullable<Channel['check']> =>
  async (account) => {
    const isInstagram = account.kind === 'instagram';
    const needed = ['accessToken', 'pageId', ...(isInstagram ? ['igId'] : [])];
    const missing = needed.filter((field) => !account.secrets[field]);
    if (missing.length > 0) return { finding: missing.map((field) => finding(field, 'ERR_META_FIELD_MISSING')) };
    const { pageId = '', igId = '' } = account.secrets;
    const page = await attempt('pageId', () =>
      graph.request(account, 'GET', [pageId], { query: { fields: 'id,name' } }, WirePage),
    );
    if ('finding' in page) return page;
    const profile = isInstagram
      ? await attempt('igId', () =>
          graph.request(account, 'GET', [igId], { query: { fields: 'id,username,name' } }, WireInstagram),
        )
      : undefined;
    if (profile && 'finding' in profile) return profile;
    const apps = await attempt('pageId', () =>
      graph.request(account, 'GET', [pageId, 'subscribed_apps'], {}, WireApps),
    );
    if ('finding' in apps) return apps;
    const isSubscribed = apps.value.data.length > 0;
    const name = profile ? profile.value.username || profile.value.name : page.value.name;
    return {
      finding: isSubscribed ? [] : [finding('pageId', 'ERR_META_NOT_SUBSCRIBED')],
      ...(name !== '' && { name }),
    };
  };

type Finding = { finding: AccountFinding[] };
/** A refusal becomes a finding about a field; other errors are rethrown. */
async function attempt<T>(field: string, request: () => Promise<T>): Promise<{ value: T } | Finding> {
  try {
    return { value: await request() };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code, detail } = error.fault;
    if (code === 'ERR_CHANNEL_ACCOUNT') return { finding: [finding('accessToken', 'ERR_META_TOKEN', detail)] };
    if (code === 'ERR_CHANNEL_RIGHTS') return { finding: [finding('accessToken', 'ERR_META_TOKEN_SCOPE', detail)] };
    return { finding: [finding(field, 'ERR_CHANNEL_NOT_FOUND', detail)] };
  }
}
const finding = (field: string, code: string, detail = ''): AccountFinding => ({ field, fault: { code, detail } });
