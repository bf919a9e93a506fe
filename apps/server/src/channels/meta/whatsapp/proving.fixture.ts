/** The Cloud API as the conformance suite wants to see a channel. What arrived is told from the request's own words. */
import type { Act, Reached } from '@balcao/graph-simulator/simulator';
import type { Proving } from '../../conformance.ts';
import type { Account, Content } from '../../port.ts';
import { aGraph, type SimulatedGraph } from '../simulated.fixture.ts';

const HELENA = { id: '5500987650001', name: 'Helena' };

/** A number that is registered, with a webhook and an app secret of its own. */
export async function aNumber(graph: SimulatedGraph, n: number): Promise<Account> {
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
    webhook: { url: `${graph.house.url}/webhooks/meta/${n}`, appSecret: secrets.appSecret },
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

export async function provingCloud(): Promise<Proving> {
  const graph = await aGraph();
  const account = await aNumber(graph, 1);
  const neighbour = await aNumber(graph, 2);
  const id = account.secrets['phoneNumberId']!;
  const helena = graph.control.customer('whatsapp', id, HELENA);
  await helena.says('Oi');

  return {
    get channel() {
      return graph.channel;
    },
    account,
    neighbour,
    customer: { identities: [{ kind: 'phone', value: HELENA.id }], name: HELENA.name, isGroup: false },
    stranger: { identities: [{ kind: 'bsuid', value: 'BR.1A2B3C', scope: 'another' }], isGroup: false },
    sign: graph.sign,
    keep: graph.keep,
    async arrived(correlation) {
      const reached = await graph.control.inbox(id, HELENA.id);
      return reached.filter((one) => one.correlation === correlation).map(contentOf);
    },
    becomes,
    async hear(content) {
      const act = actFor(content);
      if (!act) return undefined;
      const { id: wid } = await helena.does(act);
      return graph.deliveryOf(act.does === 'call' ? wid.replace('wamid.', 'wacid.') : wid);
    },
    puzzles: puzzles(account),
    mishap: (mishap) => graph.mishap(id, mishap, { window: { code: 131_047 }, refused: { code: 131_009 } }),
    dispose: graph.dispose,
  };
}

/** What the channel has nothing like, and what its writer states instead. */
function becomes(content: Content): Content {
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

// The request's words, read here once more and apart from our own writer --------------------------------------------

type Words = Record<string, unknown>;
function contentOf({ type, body }: Reached): Content {
  const said = body[type] as Words;
  const file = (of: Words) => ({ mime: '', ref: String(of['id']) });
  switch (type) {
    case 'text':
      return { kind: 'text', text: String(said['body']) };
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return {
        kind: 'media',
        type,
        media: file(said),
        ...(typeof said['caption'] === 'string' && { caption: said['caption'] }),
        ...(said['voice'] === true && { isVoice: true }),
      };
    case 'location':
      return { kind: 'location', ...(said as { latitude: number; longitude: number }) };
    case 'contacts':
      return {
        kind: 'contacts',
        contacts: (body['contacts'] as { name: Words; phones: Words[] }[]).map(({ name, phones }) => ({
          name: String(name['formatted_name']),
          numbers: phones.map(({ wa_id }) => String(wa_id)),
        })),
      };
    case 'template': {
      const template = said as unknown as {
        name: string;
        language: { code: string };
        components: { type: string; parameters: { text: string }[] }[];
      };
      const values = template.components.find((one) => one.type === 'body')!.parameters.map(({ text }) => text);
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
      return interactiveOf(said);
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
function interactiveOf(told: Words): Content {
  const { type, header, body, footer, action } = told as unknown as Interactive;
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

function actFor(content: Content): Act | undefined {
  switch (content.kind) {
    case 'text':
      return { does: 'text', text: content.text };
    case 'media': {
      const { type, caption, isVoice } = content;
      // Nobody shows the API what may be seen once.
      if (content.isViewOnce) return undefined;
      return { does: 'media', type, ...(caption && { caption }), ...(isVoice && { isVoice }) };
    }
    case 'location': {
      const { kind: _, ...place } = content;
      return { does: 'location', ...place };
    }
    case 'contacts':
      return {
        does: 'contacts',
        contacts: content.contacts.map(({ name, numbers }) => ({ name, phones: numbers })),
      };
    case 'choice':
      return { does: 'row', title: content.title, payload: content.id };
    case 'form':
      return {
        does: 'flow',
        body: content.title,
        answers: Object.fromEntries(content.answers.map(({ label, value }) => [label, value])),
      };
    case 'order':
      return {
        does: 'order',
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
        does: 'text',
        text: content.text,
        ad: { headline: content.title, body: content.body ?? '', url: content.url ?? '' },
      };
    case 'call':
      // Only voices are told of.
      return content.isVideo ? undefined : { does: 'call', outcome: 'missed' };
    case 'unsupported':
      return { does: 'unsupported', what: content.what };
    default:
      return undefined;
  }
}

function puzzles({ secrets }: Account): Buffer[] {
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
  ].map((told) => Buffer.from(JSON.stringify(told)));
}
