import { GraphError } from '../errors.ts';
import { fieldsOf, paged, recordOf, textOf, type GraphRequest } from '../graph/graph-request.ts';
import { missing, pick, type Host } from '../graph/host.ts';
import { addTemplate } from '../accounts.ts';
import type { Waba, WhatsAppAccount, SimulatorState } from '../state.ts';
import { uploadMedia } from './media-calls.ts';

const requestedFields = ({ params }: GraphRequest): string[] => Object.keys(fieldsOf(textOf(params['fields']) ?? ''));

/** GET /{phone-number-id} */
export function numberInfo({ config, id }: WhatsAppAccount, request: GraphRequest) {
  const all = {
    id,
    display_phone_number: config.displayNumber,
    verified_name: config.verifiedName ?? 'Loja Exemplo',
    quality_rating: config.quality ?? 'GREEN',
    code_verification_status: 'VERIFIED',
    name_status: 'APPROVED',
    status: config.isRegistered === false ? 'DISCONNECTED' : 'CONNECTED',
    platform_type: config.isRegistered === false ? 'NOT_APPLICABLE' : 'CLOUD_API',
    is_on_biz_app: config.coexistence ?? false,
    is_official_business_account: false,
    is_pin_enabled: true,
    account_mode: 'LIVE',
    throughput: { level: config.coexistence || config.throughput !== undefined ? 'STANDARD' : 'HIGH' },
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
  return pick(all, requestedFields(request), usual, 'WhatsAppBusinessPhoneNumber');
}

/** GET /{waba-id} and its edges. */
export async function wabaCall(host: Host, waba: Waba, request: GraphRequest): Promise<unknown> {
  const { state } = host;
  const [, edge] = request.parts;
  const numbers = [...state.accounts.values()]
    .filter((account) => account.kind === 'whatsapp')
    .filter((account) => account.waba === waba);
  switch (edge) {
    case undefined: {
      if (request.method !== 'GET') throw missing(request.method, waba.id);
      const all = {
        id: waba.id,
        name: 'Loja Exemplo',
        currency: 'BRL',
        timezone_id: '25',
        message_template_namespace: state.random.hex(32).toLowerCase(),
        account_review_status: 'APPROVED',
        business_verification_status: 'verified',
        ownership_type: 'SELF',
        country: 'BR',
        status: 'ACTIVE',
        health_status: { can_send_message: 'AVAILABLE', entities: [] },
        owner_business_info: { name: 'Loja Exemplo', id: numbers[0]?.config.portfolioId ?? '1000' },
      };
      return pick(
        all,
        requestedFields(request),
        ['name', 'timezone_id', 'message_template_namespace', 'currency'],
        'WhatsAppBusinessAccount',
      );
    }
    case 'phone_numbers':
      return paged(
        state,
        request,
        numbers.map((account) => numberInfo(account, request)),
        (item) => String(item['id']),
      );
    case 'message_templates':
      return templatesCall(state, waba, request);
    case 'subscribed_apps':
      return await subscribedApps(host, numbers, request);
    default:
      throw missing(request.method, `${waba.id}/${edge}`);
  }
}

function templatesCall(state: SimulatorState, waba: Waba, request: GraphRequest): unknown {
  const { params } = request;
  if (request.method === 'POST') {
    const name = textOf(params['name']);
    const language = textOf(params['language']);
    if (name === undefined || language === undefined || params['components'] === undefined)
      throw new GraphError(100, { title: 'Invalid parameter' });
    const components = (
      typeof params['components'] === 'string' ? JSON.parse(params['components']) : params['components']
    ) as Record<string, unknown>[];
    const category = (textOf(params['category']) ?? 'UTILITY') as 'UTILITY';
    return {
      ...addTemplate(state, waba.id, { name, language, components, category, status: 'PENDING' }),
      status: 'PENDING',
      category,
    };
  }
  if (request.method === 'DELETE') {
    waba.templates = waba.templates.filter(({ name }) => name !== params['name']);
    return { success: true };
  }
  const fields = requestedFields(request);
  const templates = waba.templates
    .filter(({ name }) => params['name'] === undefined || name.includes(String(params['name'])))
    .filter(({ status }) => params['status'] === undefined || (status ?? 'APPROVED') === params['status'])
    .filter(({ language }) => params['language'] === undefined || language === params['language']);
  return paged(
    state,
    request,
    templates.map((template) => {
      const all = {
        id: template.id,
        name: template.name,
        language: template.language,
        status: template.status ?? 'APPROVED',
        category: template.category ?? 'UTILITY',
        parameter_format: template.parameterFormat ?? 'POSITIONAL',
        components: template.components,
        rejected_reason: template.rejectedReason ?? 'NONE',
        quality_score: { score: 'UNKNOWN' },
        previous_category: undefined,
        sub_category: undefined,
        last_updated_time: '2026-01-01T00:00:00+0000',
      };
      return pick(
        all,
        fields,
        ['name', 'parameter_format', 'components', 'language', 'status', 'category'],
        'WhatsAppMessageTemplate',
      );
    }),
    (item) => String(item['id']),
  );
}

async function subscribedApps(host: Host, numbers: WhatsAppAccount[], request: GraphRequest): Promise<unknown> {
  const { id } = host.state.app;
  if (request.method === 'GET') {
    const ids = [
      ...(numbers.some(({ isSubscribed }) => isSubscribed) ? [id] : []),
      ...new Set(numbers.flatMap(({ config }) => config.otherApps ?? [])),
    ];
    return {
      data: ids.map((appId) => ({
        whatsapp_business_api_data: {
          id: appId,
          name: appId === id ? 'Balcão' : 'Outro aplicativo',
          link: `https://www.facebook.com/games/?app_id=${appId}`,
        },
      })),
    };
  }
  const url = textOf(request.params['override_callback_uri']);
  if (url !== undefined) await override(host, numbers, url, textOf(request.params['verify_token']) ?? '');
  for (const number of numbers) number.isSubscribed = request.method === 'POST';
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

/** Without a configured PIN any six digits become the PIN, as for a new number. */
function assertPin({ config }: WhatsAppAccount, { params }: GraphRequest): void {
  const pin = textOf(params['pin']) ?? '';
  if (!/^\d{6}$/.test(pin)) throw new GraphError(100, { title: 'Invalid parameter' });
  if (config.pin !== undefined && config.pin !== pin) throw new GraphError(133005);
}

/** Edges of a number other than `messages`. */
export async function numberCall(host: Host, account: WhatsAppAccount, request: GraphRequest): Promise<unknown> {
  const [, edge] = request.parts;
  switch (edge) {
    case undefined: {
      if (request.method === 'GET') return numberInfo(account, request);
      const webhookConfig = recordOf(request.params['webhook_configuration']);
      const url = textOf(webhookConfig?.['override_callback_uri']);
      if (url !== undefined) await override(host, [account], url, textOf(webhookConfig?.['verify_token']) ?? '');
      return { success: true };
    }
    case 'media':
      return uploadMedia(host.state, account, request);
    case 'register':
    case 'deregister':
      if (edge === 'register') assertPin(account, request);
      account.config = { ...account.config, isRegistered: edge === 'register' };
      return { success: true };
    case 'smb_app_data':
      if (!account.config.coexistence)
        throw new GraphError(100, { title: 'The phone number is not on the WhatsApp Business app' });
      return { messaging_product: 'whatsapp', request_id: host.state.random.hex(16) };
    case 'whatsapp_business_profile':
      return { data: [{ about: '', messaging_product: 'whatsapp' }] };
    default:
      throw missing(request.method, `${account.id}/${edge}`);
  }
}
