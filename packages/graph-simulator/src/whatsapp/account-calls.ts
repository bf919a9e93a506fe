import { GraphError } from '../errors.ts';
import { fieldsOf, paged, recordOf, textOf, type Asked } from '../graph/asked.ts';
import { missing, pick, type Host } from '../graph/host.ts';
import { addTemplate } from '../founding.ts';
import type { Waba, WhatsAppAccount, World } from '../world.ts';
import { uploadMedia } from './media-calls.ts';

const wantedOf = ({ params }: Asked): string[] => Object.keys(fieldsOf(textOf(params['fields']) ?? ''));

/** GET /{phone-number-id} */
export function numberInfo({ given, id }: WhatsAppAccount, asked: Asked) {
  const all = {
    id,
    display_phone_number: given.displayNumber,
    verified_name: given.verifiedName ?? 'Loja Exemplo',
    quality_rating: given.quality ?? 'GREEN',
    code_verification_status: 'VERIFIED',
    name_status: 'APPROVED',
    status: given.isRegistered === false ? 'DISCONNECTED' : 'CONNECTED',
    platform_type: given.isRegistered === false ? 'NOT_APPLICABLE' : 'CLOUD_API',
    is_on_biz_app: given.coexistence ?? false,
    is_official_business_account: false,
    is_pin_enabled: true,
    account_mode: 'LIVE',
    throughput: { level: given.coexistence || given.throughput !== undefined ? 'STANDARD' : 'HIGH' },
    messaging_limit_tier: 'TIER_1K',
    whatsapp_business_manager_messaging_limit: 'TIER_1K',
    last_onboarded_time: '2026-01-01T00:00:00+0000',
    webhook_configuration: {},
    health_status: { can_send_message: 'AVAILABLE', entities: [] },
  };
  const usual = [
    'verified_name',
    'code_verification_status',
    'display_phone_number',
    'quality_rating',
    'platform_type',
    'throughput',
  ];
  return pick(all, wantedOf(asked), usual, 'WhatsAppBusinessPhoneNumber');
}

/** GET /{waba-id} and its edges. */
export async function wabaCall(host: Host, waba: Waba, asked: Asked): Promise<unknown> {
  const { world } = host;
  const [, edge] = asked.parts;
  const numbers = [...world.accounts.values()]
    .filter((one) => one.kind === 'whatsapp')
    .filter((one) => one.waba === waba);
  switch (edge) {
    case undefined: {
      if (asked.method !== 'GET') throw missing(asked.method, waba.id);
      const all = {
        id: waba.id,
        name: 'Loja Exemplo',
        currency: 'BRL',
        timezone_id: '25',
        message_template_namespace: world.random.hex(32).toLowerCase(),
        account_review_status: 'APPROVED',
        business_verification_status: 'verified',
        ownership_type: 'SELF',
        country: 'BR',
        status: 'ACTIVE',
        health_status: { can_send_message: 'AVAILABLE', entities: [] },
        owner_business_info: { name: 'Loja Exemplo', id: '1000' },
      };
      return pick(
        all,
        wantedOf(asked),
        ['name', 'timezone_id', 'message_template_namespace', 'currency'],
        'WhatsAppBusinessAccount',
      );
    }
    case 'phone_numbers':
      return paged(
        world,
        asked,
        numbers.map((one) => numberInfo(one, asked)),
        (one) => String(one['id']),
      );
    case 'message_templates':
      return templatesCall(world, waba, asked);
    case 'subscribed_apps':
      return await subscribedApps(host, numbers, asked);
    default:
      throw missing(asked.method, `${waba.id}/${edge}`);
  }
}

function templatesCall(world: World, waba: Waba, asked: Asked): unknown {
  const { params } = asked;
  if (asked.method === 'POST') {
    const name = textOf(params['name']);
    const language = textOf(params['language']);
    if (name === undefined || language === undefined || params['components'] === undefined)
      throw new GraphError(100, { title: 'Invalid parameter' });
    const components = (
      typeof params['components'] === 'string' ? JSON.parse(params['components']) : params['components']
    ) as Record<string, unknown>[];
    const category = (textOf(params['category']) ?? 'UTILITY') as 'UTILITY';
    return {
      ...addTemplate(world, waba.id, { name, language, components, category, status: 'PENDING' }),
      status: 'PENDING',
      category,
    };
  }
  if (asked.method === 'DELETE') {
    waba.templates = waba.templates.filter(({ name }) => name !== params['name']);
    return { success: true };
  }
  const wanted = wantedOf(asked);
  const told = waba.templates
    .filter(({ name }) => params['name'] === undefined || name.includes(String(params['name'])))
    .filter(({ status }) => params['status'] === undefined || (status ?? 'APPROVED') === params['status'])
    .filter(({ language }) => params['language'] === undefined || language === params['language']);
  return paged(
    world,
    asked,
    told.map((one) => {
      const all = {
        id: one.id,
        name: one.name,
        language: one.language,
        status: one.status ?? 'APPROVED',
        category: one.category ?? 'UTILITY',
        parameter_format: one.parameterFormat ?? 'POSITIONAL',
        components: one.components,
        rejected_reason: one.rejectedReason ?? 'NONE',
        quality_score: { score: 'UNKNOWN' },
        previous_category: undefined,
        sub_category: undefined,
        last_updated_time: '2026-01-01T00:00:00+0000',
      };
      return pick(
        all,
        wanted,
        ['name', 'parameter_format', 'components', 'language', 'status', 'category'],
        'WhatsAppMessageTemplate',
      );
    }),
    (one) => String(one['id']),
  );
}

async function subscribedApps(host: Host, numbers: WhatsAppAccount[], asked: Asked): Promise<unknown> {
  const { id } = host.world.app;
  if (asked.method === 'GET') {
    const ids = [
      ...(numbers.some(({ isSubscribed }) => isSubscribed) ? [id] : []),
      ...new Set(numbers.flatMap(({ given }) => given.otherApps ?? [])),
    ];
    return {
      data: ids.map((one) => ({
        whatsapp_business_api_data: {
          id: one,
          name: one === id ? 'Balcão' : 'Outro aplicativo',
          link: `https://www.facebook.com/games/?app_id=${one}`,
        },
      })),
    };
  }
  const url = textOf(asked.params['override_callback_uri']);
  if (url !== undefined) await override(host, numbers, url, textOf(asked.params['verify_token']) ?? '');
  for (const number of numbers) number.isSubscribed = asked.method === 'POST';
  return { success: true };
}

async function override(host: Host, numbers: WhatsAppAccount[], url: string, verifyToken: string): Promise<void> {
  if (!(await host.agrees(url, verifyToken))) {
    throw new GraphError(2200, {
      status: 400,
      title: 'Callback verification failed with the following errors: HTTP Status Code = 403',
    });
  }
  for (const number of numbers) number.webhook = { ...number.webhook, url };
}

/** The edges of a number beside `messages`. */
export async function numberCall(host: Host, account: WhatsAppAccount, asked: Asked): Promise<unknown> {
  const [, edge] = asked.parts;
  switch (edge) {
    case undefined: {
      if (asked.method === 'GET') return numberInfo(account, asked);
      const wanted = recordOf(asked.params['webhook_configuration']);
      const url = textOf(wanted?.['override_callback_uri']);
      if (url !== undefined) await override(host, [account], url, textOf(wanted?.['verify_token']) ?? '');
      return { success: true };
    }
    case 'media':
      return uploadMedia(host.world, account, asked);
    case 'register':
    case 'deregister':
      account.given = { ...account.given, isRegistered: edge === 'register' };
      return { success: true };
    case 'smb_app_data':
      if (!account.given.coexistence)
        throw new GraphError(100, { title: 'The phone number is not on the WhatsApp Business app' });
      return { messaging_product: 'whatsapp', request_id: host.world.random.hex(16) };
    case 'whatsapp_business_profile':
      return { data: [{ about: '', messaging_product: 'whatsapp' }] };
    default:
      throw missing(asked.method, `${account.id}/${edge}`);
  }
}
