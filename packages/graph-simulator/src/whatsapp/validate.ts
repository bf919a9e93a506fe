import { GraphError } from '../errors.ts';
import { isRecord, textOf } from '../graph/graph-request.ts';
import type { WhatsAppAccount, SimulatorState } from '../state.ts';

type Body = Record<string, unknown>;
const missingParameter = (name: string) =>
  new GraphError(100, { title: `The parameter ${name} is required.`, details: `The parameter ${name} is required.` });
const invalidParameter = (details: string) => new GraphError(131009, { details });

/** Validates a message like the Cloud API: shapes, lengths, counts and existing templates. */
export function checkMessage(state: SimulatorState, account: WhatsAppAccount, body: Body): string {
  const type = textOf(body['type']) ?? 'text';
  const content = body[type];
  const data = textOf(body['biz_opaque_callback_data']);
  if (data !== undefined && data.length > 512)
    throw invalidParameter('biz_opaque_callback_data is longer than 512 characters');
  if (type === 'contacts') {
    if (!Array.isArray(content) || content.length === 0) throw missingParameter('contacts');
    for (const item of content) {
      if (!isRecord(item) || !isRecord(item['name']) || typeof item['name']['formatted_name'] !== 'string')
        throw missingParameter('contacts[].name.formatted_name');
    }
    return type;
  }
  const check = checks[type];
  if (!check)
    throw new GraphError(100, {
      title: `Param type must be one of {${Object.keys(checks).join(', ').toUpperCase()}} - got "${type}".`,
    });
  if (!isRecord(content)) throw missingParameter(type);
  check(content, account, state);
  return type;
}

type Check = (content: Body, account: WhatsAppAccount, state: SimulatorState) => void;
const mediaCheck: Check = (content, _account, state) => {
  const { id, link } = content;
  if ((id === undefined) === (link === undefined))
    throw new GraphError(100, { title: 'Either id or link is required, and not both.' });
  if (link !== undefined && !/^https?:\/\//.test(String(link))) throw invalidParameter('link must be a URL');
  if (id !== undefined && !state.media.has(String(id)))
    throw new GraphError(131053, { details: 'The media id could not be found.' });
  if (typeof content['caption'] === 'string' && content['caption'].length > 1024)
    throw invalidParameter('caption is longer than 1024 characters');
};

const checks: Record<string, Check> = {
  text({ body }) {
    if (typeof body !== 'string' || body === '') throw missingParameter('text.body');
    if (body.length > 4096) throw invalidParameter('text.body is longer than 4096 characters');
  },
  image: mediaCheck,
  audio: mediaCheck,
  video: mediaCheck,
  document: mediaCheck,
  sticker: mediaCheck,
  location({ latitude, longitude }) {
    if (!Number.isFinite(Number(latitude)) || !Number.isFinite(Number(longitude)) || latitude === undefined)
      throw missingParameter('location.latitude');
  },
  reaction({ message_id: id, emoji }) {
    if (typeof id !== 'string') throw missingParameter('reaction.message_id');
    if (typeof emoji !== 'string') throw missingParameter('reaction.emoji');
  },
  interactive: checkInteractive,
  template: checkTemplate,
};

function checkInteractive(content: Body): void {
  const { type, action } = content;
  const body = isRecord(content['body']) ? content['body']['text'] : undefined;
  if (typeof body !== 'string' || body === '') throw missingParameter('interactive.body.text');
  if (body.length > (type === 'list' ? 4096 : 1024)) throw invalidParameter('interactive.body.text is too long');
  const footer = isRecord(content['footer']) ? textOf(content['footer']['text']) : undefined;
  if (footer !== undefined && footer.length > 60)
    throw invalidParameter('interactive.footer.text is longer than 60 characters');
  const header = isRecord(content['header']) ? content['header'] : undefined;
  if (header?.['type'] === 'text' && String(header['text']).length > 60)
    throw invalidParameter('interactive.header.text is longer than 60 characters');
  if (!isRecord(action)) throw missingParameter('interactive.action');
  if (type === 'button') return checkButtons(action['buttons']);
  if (type === 'list') return checkList(action);
  if (type === 'cta_url') {
    const parameters = isRecord(action['parameters']) ? action['parameters'] : {};
    if (action['name'] !== 'cta_url') throw invalidParameter('interactive.action.name must be cta_url');
    if (textLength(parameters['display_text']) > 20)
      throw invalidParameter('display_text is longer than 20 characters');
    if (!/^https?:\/\//.test(String(parameters['url']))) throw invalidParameter('url is not valid');
    return;
  }
  if (type === 'order_details') {
    const parameters = isRecord(action['parameters']) ? action['parameters'] : {};
    if (action['name'] !== 'review_and_pay') throw invalidParameter('interactive.action.name must be review_and_pay');
    if (textLength(parameters['reference_id']) > 35)
      throw invalidParameter('reference_id must be between 1 and 35 characters');
    if (!Array.isArray(parameters['payment_settings']) || !isRecord(parameters['total_amount']))
      throw missingParameter('payment_settings');
    return;
  }
  if (
    !['flow', 'product', 'product_list', 'catalog_message', 'location_request_message', 'voice_call'].includes(
      String(type),
    )
  ) {
    throw invalidParameter(`interactive.type ${String(type)} is not known`);
  }
}

function checkButtons(buttons: unknown): void {
  if (!Array.isArray(buttons) || buttons.length === 0 || buttons.length > 3)
    throw invalidParameter('Between 1 and 3 buttons are needed');
  const titles = new Set<string>();
  for (const button of buttons as unknown[]) {
    const reply = isRecord(button) && isRecord(button['reply']) ? button['reply'] : {};
    if (textLength(reply['id']) > 256) throw invalidParameter('Button id must be between 1 and 256 characters');
    if (textLength(reply['title']) > 20) throw invalidParameter('Button title must be between 1 and 20 characters');
    titles.add(String(reply['title']));
  }
  if (titles.size < buttons.length) throw invalidParameter('Button titles must be unique');
}

function checkList(action: Body): void {
  if (textLength(action['button']) > 20) throw invalidParameter('Button label must be between 1 and 20 characters');
  const sections = Array.isArray(action['sections']) ? (action['sections'] as Body[]) : [];
  if (sections.length === 0 || sections.length > 10) throw invalidParameter('Between 1 and 10 sections are needed');
  const rows = sections.flatMap((section) => (Array.isArray(section['rows']) ? (section['rows'] as Body[]) : []));
  if (rows.length === 0 || rows.length > 10)
    throw invalidParameter('Between 1 and 10 rows are needed in all sections together');
  if (sections.length > 1 && sections.some((section) => textLength(section['title']) > 24))
    throw invalidParameter('Section title must be between 1 and 24 characters');
  for (const row of rows) {
    if (textLength(row['id']) > 200) throw invalidParameter('Row id must be between 1 and 200 characters');
    if (textLength(row['title']) > 24) throw invalidParameter('Row title must be between 1 and 24 characters');
    if (row['description'] !== undefined && String(row['description']).length > 72)
      throw invalidParameter('Row description is longer than 72 characters');
  }
  if (new Set(rows.map((row) => row['id'])).size < rows.length) throw invalidParameter('Row ids must be unique');
}
/** An empty text counts as too long. */
const textLength = (value: unknown): number =>
  typeof value === 'string' && value !== '' ? value.length : Number.POSITIVE_INFINITY;

function checkTemplate(content: Body, { waba }: WhatsAppAccount): void {
  const name = textOf(content['name']);
  const language = isRecord(content['language']) ? textOf(content['language']['code']) : undefined;
  if (name === undefined) throw missingParameter('template.name');
  if (language === undefined) throw missingParameter('template.language.code');
  const template = waba.templates.find((item) => item.name === name && item.language === language);
  if (template?.status === 'PAUSED') throw new GraphError(132015);
  if (template?.status === 'DISABLED') throw new GraphError(132016);
  if (!template || (template.status ?? 'APPROVED') !== 'APPROVED') {
    throw new GraphError(132001, { details: `template name (${name}) does not exist in ${language}` });
  }
  const components = Array.isArray(content['components']) ? (content['components'] as Body[]) : [];
  for (const kind of ['HEADER', 'BODY'] as const) {
    const component = template.components.find((item) => String(item['type']).toUpperCase() === kind);
    const parameters = (components.find((item) => String(item['type']).toUpperCase() === kind)?.['parameters'] ??
      []) as Body[];
    const format = String(component?.['format'] ?? 'TEXT').toLowerCase();
    if (kind === 'HEADER' && component && format !== 'text') {
      if (parameters[0]?.['type'] !== format)
        throw new GraphError(132012, {
          details: `header: Format mismatch, expected ${format.toUpperCase()}, received ${String(parameters[0]?.['type'] ?? 'UNKNOWN').toUpperCase()}`,
        });
      continue;
    }
    const placeholders = new Set(String(component?.['text'] ?? '').match(/\{\{\s*\w+\s*\}\}/g) ?? []);
    if (placeholders.size !== parameters.length) {
      throw new GraphError(132000, {
        details: `${kind.toLowerCase()}: number of localizable_params (${parameters.length}) does not match the expected number of params (${placeholders.size})`,
      });
    }
    const isNamed = template.parameterFormat === 'NAMED';
    if (isNamed && parameters.some((item) => !placeholders.has(`{{${String(item['parameter_name'])}}}`))) {
      throw new GraphError(132012, { details: 'Parameter name is missing or empty' });
    }
  }
}
