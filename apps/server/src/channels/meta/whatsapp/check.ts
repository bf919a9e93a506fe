/** Checks each secret of a Cloud API connection with Meta and reports which one is wrong. */
import type { ErrorCode } from '@balcao/contract';
import { z } from 'zod';
import { Refused, type Account, type AccountFinding } from '../../port.ts';
import { GraphRefused, type Graph, type MetaApp } from '../graph.ts';
import { optionalText } from '../field-parsers.ts';

const Phone = z.object({
  display_phone_number: optionalText,
  verified_name: optionalText,
  status: optionalText,
  platform_type: optionalText,
  is_on_biz_app: z.boolean().catch(false),
});
const BusinessAccount = z.object({ owner_business_info: z.object({ id: optionalText }).optional().catch(undefined) });
const Phones = z.object({
  data: z.array(z.object({ id: optionalText })),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string().optional() }).optional() })
    .optional()
    .catch(undefined),
});
const PHONES_PER_PAGE = 100;
/** Bound against an endless list: 5,000 numbers of one business account. */
const MAX_PHONE_PAGES = 50;
const Apps = z.object({
  data: z.array(z.object({ whatsapp_business_api_data: z.object({ id: optionalText }).optional().catch(undefined) })),
});
const Done = z.object({ success: z.literal(true) });
const Debug = z.object({
  data: z.object({ is_valid: z.boolean().catch(true), scopes: z.array(z.string()).catch([]), app_id: optionalText }),
});
const needed = ['whatsapp_business_messaging', 'whatsapp_business_management'];

export async function checkCloud(graph: Graph, app: MetaApp, account: Account) {
  const { accessToken = '', phoneNumberId = '', wabaId = '', appSecret = '' } = account.secrets;
  const finding: AccountFinding[] = [];
  const addFinding = (field: string, code: ErrorCode, detail: string) =>
    void finding.push({ field, fault: { code, detail } });
  for (const [field, value] of Object.entries({ accessToken, phoneNumberId, wabaId }))
    if (value.trim() === '') addFinding(field, 'ERR_META_FIELD_MISSING', field);
  if (accessToken.trim() === '') return { finding };

  const get = <T extends z.ZodType>(path: string[], fields: string, reply: T) =>
    graph.request(account, 'GET', path, { query: fields === '' ? {} : { fields } }, reply);
  /** A refusal becomes a finding about the field; other errors are rethrown. */
  const attempt = async <T>(field: string, code: ErrorCode, request: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const newFinding = findingFor(error, { field, code });
      // A wrong token fails several calls but is one finding.
      if (
        !finding.some(
          (existing) => existing.field === newFinding.field && existing.fault.code === newFinding.fault.code,
        )
      )
        finding.push(newFinding);
      return undefined;
    }
  };

  const phone =
    phoneNumberId &&
    (await attempt('phoneNumberId', 'ERR_META_PHONE_ID', () =>
      get([phoneNumberId], 'display_phone_number,verified_name,status,platform_type,is_on_biz_app', Phone),
    ));
  if (finding.some(({ field }) => field === 'accessToken' || field === 'appSecret')) return { finding };
  if (phone && /^(BANNED|RESTRICTED|FLAGGED)$/.test(phone.status))
    addFinding('phoneNumberId', 'ERR_CHANNEL_RESTRICTED', phone.status);
  else if (phone && (phone.platform_type === 'NOT_APPLICABLE' || /^(DELETED|MIGRATED)$/.test(phone.status)))
    addFinding('phoneNumberId', 'ERR_CHANNEL_UNREGISTERED', phone.status);

  // Not every token can be inspected; then only the calls below decide.
  const query = { input_token: accessToken };
  const tokenInfo = await graph.request(account, 'GET', ['debug_token'], { query }, Debug).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    return undefined;
  });

  if (wabaId) {
    const hasNumber = await attempt('wabaId', 'ERR_META_WABA', () => hasPhone(graph, account, wabaId, phoneNumberId));
    if (hasNumber === false && phone) addFinding('wabaId', 'ERR_META_NUMBER_ELSEWHERE', phoneNumberId);
    const apps =
      hasNumber !== undefined &&
      (await attempt('wabaId', 'ERR_META_WABA', () => get([wabaId, 'subscribed_apps'], '', Apps)));
    // The company's own app created the token. The subscription of another app would deliver elsewhere.
    const ownAppId = appSecret === '' ? app.id : tokenInfo?.data.app_id || undefined;
    const isSubscribed = ({ whatsapp_business_api_data: subscribedApp }: z.output<typeof Apps>['data'][number]) =>
      ownAppId === undefined || subscribedApp?.id === undefined || subscribedApp.id === ownAppId;
    // Without a subscription with the account's own token nothing is delivered.
    if (apps && !apps.data.some(isSubscribed))
      await attempt('wabaId', 'ERR_META_NOT_SUBSCRIBED', () =>
        graph.request(account, 'POST', [wabaId, 'subscribed_apps'], {}, Done),
      );
  }

  // A token without this right, or an API version without the field, leaves the limit to the business account.
  const owner =
    wabaId && finding.length === 0
      ? await get([wabaId], 'owner_business_info', BusinessAccount).catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error;
          return undefined;
        })
      : undefined;

  const missing =
    tokenInfo && tokenInfo.data.scopes.length > 0
      ? needed.filter((scope) => !tokenInfo.data.scopes.includes(scope))
      : [];
  if (missing.length > 0 && !finding.some(({ field }) => field === 'accessToken'))
    addFinding('accessToken', 'ERR_META_TOKEN_SCOPE', missing.join(', '));

  return {
    finding,
    ...(phone && {
      number: phone.display_phone_number.replace(/\D/g, ''),
      name: phone.verified_name,
      isOnPhone: phone.is_on_biz_app,
    }),
    ...(owner && { portfolioId: owner.owner_business_info?.id ?? '' }),
  };
}

/** Whether the business account lists the number; it pages until it finds it. */
async function hasPhone(graph: Graph, account: Account, wabaId: string, phoneNumberId: string): Promise<boolean> {
  let after: string | undefined;
  for (let page = 0; page < MAX_PHONE_PAGES; page += 1) {
    const query = { fields: 'id', limit: String(PHONES_PER_PAGE), ...(after !== undefined && { after }) };
    const { data, paging } = await graph.request(account, 'GET', [wabaId, 'phone_numbers'], { query }, Phones);
    if (data.some(({ id }) => id === phoneNumberId)) return true;
    const next = paging?.next === undefined ? undefined : paging.cursors?.after;
    if (next === undefined || next === after) return false;
    after = next;
  }
  return false;
}

/** An invalid token, a missing permission and a foreign app secret fail every call, whatever its field. */
function findingFor(
  { fault, isAccountDead, ...rest }: Refused,
  request: { field: string; code: ErrorCode },
): AccountFinding {
  const { graph } = rest as Partial<GraphRefused>;
  const { detail } = fault;
  if (/appsecret_proof/i.test(detail)) return { field: 'appSecret', fault: { code: 'ERR_META_APP_SECRET', detail } };
  if (fault.code === 'ERR_CHANNEL_RIGHTS')
    return { field: 'accessToken', fault: { code: 'ERR_META_TOKEN_SCOPE', detail } };
  if (fault.code === 'ERR_CHANNEL_ACCOUNT') return { field: 'accessToken', fault: { code: 'ERR_META_TOKEN', detail } };
  const isAbout = graph === undefined || graph.code === 100 || graph.code === 33 || graph.code === 803;
  if (isAbout) return { field: request.field, fault: { code: request.code, detail } };
  return { field: request.field, fault: isAccountDead ? fault : { code: fault.code, detail } };
}
