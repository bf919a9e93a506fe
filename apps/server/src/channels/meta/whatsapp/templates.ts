/** Lists the templates of a business account. */
import { z } from 'zod';
import { Refused, type Account, type TemplateInfo } from '../../port.ts';
import type { Graph } from '../graph.ts';
import { text, optionalText } from '../field-parsers.ts';
import { templateStatus } from './account-updates.ts';

const PAGE_SIZE = 100;
/** An account has at most 6,000 templates, counting languages. */
const MAX_PAGES = 80;

const Button = z.object({
  type: optionalText,
  text: optionalText,
  url: optionalText,
  phone_number: optionalText,
  example: z.unknown().optional(),
});
const Component = z.object({
  type: optionalText,
  format: optionalText,
  text: optionalText,
  buttons: z.array(Button).catch([]),
});
const Template = z.object({
  id: text,
  name: text,
  language: text,
  category: optionalText,
  status: optionalText,
  rejected_reason: optionalText,
  components: z.array(Component).catch([]),
});
const Page = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ cursors: z.object({ after: optionalText }).optional(), next: z.string().optional() })
    .optional()
    .catch(undefined),
});

export async function listTemplates(graph: Graph, account: Account): Promise<TemplateInfo[]> {
  const { wabaId } = account.secrets;
  if (!wabaId) throw new Refused({ code: 'ERR_META_FIELD_MISSING', detail: 'wabaId' });
  const templates: TemplateInfo[] = [];
  let after = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = {
      fields: 'id,name,language,category,status,rejected_reason,components',
      limit: String(PAGE_SIZE),
      ...(after && { after }),
    };
    const { data, paging } = await graph.request(account, 'GET', [wabaId, 'message_templates'], { query }, Page);
    // An invalid template is skipped.
    templates.push(...data.flatMap((raw) => toTemplateInfo(Template.safeParse(raw).data)));
    const next = paging?.cursors?.after ?? '';
    if (!paging?.next || next === '' || next === after) return templates;
    after = next;
  }
  return templates;
}

const formats = { TEXT: 'text', IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document', LOCATION: 'location' } as const;
const buttonTypes: Readonly<Record<string, TemplateInfo['buttons'][number]['type']>> = {
  QUICK_REPLY: 'reply',
  URL: 'url',
  PHONE_NUMBER: 'call',
  VOICE_CALL: 'call',
  COPY_CODE: 'copy',
};

/** Buttons that need values which this product cannot give: a one-time password, products of a catalog. */
const NEEDS_VALUES = new Set(['OTP', 'MPM', 'SPM']);

function toTemplateInfo(template: z.output<typeof Template> | undefined): TemplateInfo[] {
  if (!template) return [];
  const { id, name, language, category, status, rejected_reason, components } = template;
  const part = (type: string) => components.find((component) => component.type.toUpperCase() === type);
  const header = part('HEADER');
  const format = header && formats[(header.format || 'TEXT').toUpperCase() as keyof typeof formats];
  return [
    {
      id,
      name,
      language,
      category: category.toLowerCase(),
      status: templateStatus(status),
      because: rejected_reason === 'NONE' ? '' : rejected_reason,
      header: header && format ? { format, text: header.text } : null,
      body: part('BODY')?.text ?? '',
      footer: part('FOOTER')?.text ?? '',
      buttons: (part('BUTTONS')?.buttons ?? []).map((button) => {
        const name = button.type.toUpperCase();
        const type = buttonTypes[name] ?? 'other';
        const value = button.url || button.phone_number || exampleOf(button.example);
        return { type, text: button.text, value: type !== 'other' ? value : NEEDS_VALUES.has(name) ? name : '' };
      }),
    },
  ];
}
const exampleOf = (example: unknown): string => {
  const first: unknown = Array.isArray(example) ? example[0] : example;
  return typeof first === 'string' ? first : '';
};
