/** Conformance setup of the Cloud API. What the customer received is read from the recorded requests. */
import type { CustomerAction, DeliveredMessage } from '@balcao/graph-simulator/simulator';
import type { ConformanceSetup } from '../../conformance.ts';
import type { Account, Content } from '../../port.ts';
import { startGraph, type SimulatedGraph } from '../simulated.fixture.ts';

const HELENA = { id: '5500987650001', name: 'Helena' };

/** Adds a registered number with its own webhook and app secret. */
export async function addNumber(graph: SimulatedGraph, n: number): Promise<Account> {
  const secrets = {
    accessToken: `EAA-of-number-${n}`,
    phoneNumberId: `10000000000000${n}`,
    wabaId: `20000000000000${n}`,
    appSecret: `a-secret-of-company-${n}`,
  };
  await graph.control.addWhatsApp({
    wabaId: secrets.wabaId,
    phoneNumberId: secrets.phoneNumberId,
    displayNumber: `+55 00 3333-000${n}`,
    token: secrets.accessToken,
    verifiedName: 'Ótica Exemplo',
    webhook: { url: `${graph.webhookServer.url}/webhooks/meta/${n}`, appSecret: secrets.appSecret },
    templates: [
      {
        name: 'pedido_pronto',
        language: 'pt_BR',
        components: [{ type: 'BODY', text: 'Olá {{1}}, seu pedido {{2}} está pronto.' }],
      },
    ],
  });
  await graph.control.statuses(secrets.phoneNumberId, { upTo: 'none' });
  return graph.account('whatsappapi', secrets);
}

export async function createConformanceSetup(): Promise<ConformanceSetup> {
  const graph = await startGraph();
  const account = await addNumber(graph, 1);
  const otherCompanyAccount = await addNumber(graph, 2);
  const id = account.secrets['phoneNumberId']!;
  const helena = graph.control.customer('whatsapp', id, HELENA);
  await helena.sendText('Oi');

  return {
    get channel() {
      return graph.channel;
    },
    account,
    otherCompanyAccount,
    customer: { identities: [{ kind: 'phone', value: HELENA.id }], name: HELENA.name, isGroup: false },
    unknownPeer: { identities: [{ kind: 'bsuid', value: 'BR.1A2B3C', scope: 'another' }], isGroup: false },
    sign: graph.sign,
    storeFile: graph.storeFile,
    async arrived(correlation) {
      const receivedMessages = await graph.control.inbox(id, HELENA.id);
      return receivedMessages.filter((message) => message.correlation === correlation).map(contentOf);
    },
    fallbackContent,
    async customerSends(content) {
      const action = actionFor(content);
      if (!action) return undefined;
      const { id: wid } = await helena.perform(action);
      return graph.deliveryOf(action.kind === 'call' ? wid.replace('wamid.', 'wacid.') : wid);
    },
    unrecognizedPayloads: unrecognizedPayloads(account),
    injectFault: (fault) => graph.injectFault(id, fault, { window: { code: 131_047 }, refused: { code: 131_009 } }),
    dispose: graph.dispose,
  };
}

/** What the channel sends instead of content that it does not have. */
function fallbackContent(content: Content): Content {
  if (content.kind === 'media' && content.isViewOnce) {
    const { isViewOnce: _, ...rest } = content;
    return rest;
  }
  if (content.kind === 'button') {
    const { act, title, text, button, value } = content;
    if (act === 'copy') return { kind: 'text', text: `*${title}*\n\n${button}:\n${value}` };
    if (act === 'call') return { kind: 'text', text: `*${title}*\n\n${button}: +${value}` };
    return { ...content, title: '', text: `*${title}*\n${text}` };
  }
  return content;
}

// An independent reader of the requests, so that errors of the serializer are noticed -------------------------------

type Json = Record<string, unknown>;
function contentOf({ type, body }: DeliveredMessage): Content {
  const part = body[type] as Json;
  const file = (of: Json) => ({ mime: '', ref: String(of['id']) });
  switch (type) {
    case 'text':
      return { kind: 'text', text: String(part['body']) };
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return {
        kind: 'media',
        type,
        media: file(part),
        ...(typeof part['caption'] === 'string' && { caption: part['caption'] }),
        ...(part['voice'] === true && { isVoice: true }),
      };
    case 'location':
      return { kind: 'location', ...(part as { latitude: number; longitude: number }) };
    case 'contacts':
      return {
        kind: 'contacts',
        contacts: (body['contacts'] as { name: Json; phones: Json[] }[]).map(({ name, phones }) => ({
          name: String(name['formatted_name']),
          numbers: phones.map(({ wa_id }) => String(wa_id)),
        })),
      };
    case 'template': {
      const template = part as unknown as {
        name: string;
        language: { code: string };
        components: { type: string; parameters: { text: string }[] }[];
      };
      const values = template.components
        .find((component) => component.type === 'body')!
        .parameters.map(({ text }) => text);
      return {
        kind: 'template',
        template: {
          name: template.name,
          language: template.language.code,
          text: `Olá ${values[0]}, seu pedido ${values[1]} está pronto.`,
          body: values.map((value) => ({ value })),
        },
      };
    }
    case 'interactive':
      return interactiveOf(part);
    default:
      return { kind: 'unsupported', what: type };
  }
}

interface Interactive {
  type: string;
  header?: { text?: string; image?: { id: string } };
  body: { text: string };
  footer?: { text: string };
  action: {
    button: string;
    sections: { title: string; rows: { id: string; title: string; description?: string }[] }[];
    buttons: { reply: { id: string; title: string } }[];
    parameters: { display_text: string; url: string } & Order;
  };
}
interface Order {
  total_amount: { value: number };
  payment_settings: [{ pix_dynamic_code: { code: string; merchant_name: string; key: string; key_type: string } }];
}
function interactiveOf(interactive: Json): Content {
  const { type, header, body, footer, action } = interactive as unknown as Interactive;
  const frame = { title: header?.text ?? '', text: body.text, ...(footer && { footer: footer.text }) };
  if (type === 'list') return { kind: 'list', ...frame, button: action.button, sections: action.sections };
  if (type === 'button') return { kind: 'buttons', ...frame, choices: action.buttons.map(({ reply }) => reply) };
  if (type === 'cta_url') {
    const { display_text, url } = action.parameters;
    return { kind: 'button', act: 'url', ...frame, button: display_text, value: url };
  }
  const { total_amount, payment_settings } = action.parameters;
  const { code, merchant_name, key, key_type } = payment_settings[0].pix_dynamic_code;
  return {
    kind: 'pix',
    title: body.text,
    keyType: key_type,
    key,
    merchantName: merchant_name,
    cents: total_amount.value,
    brCode: code,
  };
}

function actionFor(content: Content): CustomerAction | undefined {
  switch (content.kind) {
    case 'text':
      return { kind: 'text', text: content.text };
    case 'media': {
      const { type, caption, isVoice } = content;
      // The API does not deliver view-once content.
      if (content.isViewOnce) return undefined;
      return { kind: 'media', type, ...(caption && { caption }), ...(isVoice && { isVoice }) };
    }
    case 'location': {
      const { kind: _, ...location } = content;
      return { kind: 'location', ...location };
    }
    case 'contacts':
      return {
        kind: 'contacts',
        contacts: content.contacts.map(({ name, numbers }) => ({ name, phones: numbers })),
      };
    case 'choice':
      return { kind: 'row', title: content.title, payload: content.id };
    case 'form':
      return {
        kind: 'flow',
        body: content.title,
        answers: Object.fromEntries(content.answers.map(({ label, value }) => [label, value])),
      };
    case 'order':
      return {
        kind: 'order',
        catalogId: '77',
        text: content.text,
        items: content.items.map(({ name, quantity, cents }) => ({
          id: name,
          quantity,
          price: cents / 100,
          currency: content.currency,
        })),
      };
    case 'ad':
      return {
        kind: 'text',
        text: content.text,
        ad: { headline: content.title, body: content.body ?? '', url: content.url ?? '' },
      };
    case 'call':
      // Only voice calls are delivered.
      return content.isVideo ? undefined : { kind: 'call', outcome: 'missed' };
    case 'unsupported':
      return { kind: 'unsupported', what: content.what };
    default:
      return undefined;
  }
}

function unrecognizedPayloads({ secrets }: Account): Buffer[] {
  const metadata = { display_phone_number: '550033330001', phone_number_id: secrets['phoneNumberId'] };
  const change = (value: object, field = 'messages') => ({
    object: 'whatsapp_business_account',
    entry: [
      { id: secrets['wabaId'], changes: [{ field, value: { messaging_product: 'whatsapp', metadata, ...value } }] },
    ],
  });
  return [
    change({ messages: [{ from: '5500987650001', id: 'wamid.1', timestamp: '1', type: 'hologram', hologram: {} }] }),
    change({ messages: [{ from: '5500987650001', id: 'wamid.1', timestamp: '1', type: 'text', text: 'words' }] }),
    change({ messages: [{ id: 'wamid.1', timestamp: '1', type: 'text', text: { body: 'by nobody' } }] }),
    change({ messages: [null, 7, 'x', [], {}] }),
    change({ messages: 'none' }),
    change({ statuses: [{ id: 'wamid.1', status: 'eaten', recipient_id: '5500987650001', timestamp: '1' }] }),
    change({ holograms: [{ id: 'h' }] }, 'holograms'),
    change({ history: [{ threads: [{ id: '5500987650001' }] }] }, 'history'),
    { object: 'whatsapp_business_account', entry: [{ id: '1' }, null] },
    { something: 'else' },
    [],
    null,
    42,
  ].map((payload) => Buffer.from(JSON.stringify(payload)));
}
