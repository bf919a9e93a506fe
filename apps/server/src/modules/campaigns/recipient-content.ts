import { markText, valuesOf, type RecipientValues } from '@balcao/domain/campaign/render';
import { activeVariants, chooseVariant } from '@balcao/domain/campaign/variants';
import { AppError } from '../../infrastructure/app-error.ts';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { OutgoingContent } from '../messages/index.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import type { Candidate } from './recipients.store.ts';

type Variable = { key: string; value: string };
type Person = Pick<Candidate, 'name' | 'number' | 'email'>;
export type CampaignContent = Pick<
  CampaignRow,
  'messages' | 'confirmations' | 'mediaKey' | 'mediaName' | 'mediaMime' | 'templateId' | 'templateValues'
>;
export const mediaTypeOf = (mime: string): 'image' | 'video' | 'audio' | 'document' =>
  (['image', 'video', 'audio'] as const).find((type) => mime.startsWith(`${type}/`)) ?? 'document';

/** The variant of a recipient: the frozen one, unless it was stopped before anything was sent. */
export function variantOf(
  texts: readonly string[],
  stopped: readonly number[],
  { seed, id, frozen }: { seed: number; id: number; frozen: number | null },
): number | null {
  const variants = activeVariants(texts, stopped);
  return frozen !== null && variants.includes(frozen) ? frozen : chooseVariant(seed, id, variants);
}

/** What a recipient receives: values and variables are filled in once, so that none is read again. */
export function createRecipientContent({
  renderContent,
  templates,
}: Pick<CampaignDeps, 'renderContent' | 'templates'>) {
  async function renderText(tx: Tx, ticket: TicketRow, text: string, person: Person, variables: readonly Variable[]) {
    const { marked, fill } = markText(text, valuesOf(person, variables));
    const rendered = await renderContent(tx, ticket, { kind: 'text', text: marked }, null);
    return fill(rendered.kind === 'text' ? rendered.text : '');
  }

  async function templateOf(
    tx: Tx,
    ticket: TicketRow,
    { templateId, templateValues }: CampaignContent,
    person: Person,
    variables: readonly Variable[],
  ): Promise<OutgoingContent> {
    if (templateId === null) throw new AppError('ERR_NO_TEMPLATE_FOUND');
    // Marks of several values would collide: all values are marked together.
    const keys = Object.keys(templateValues);
    const separator = '\uFDD2';
    const { marked, fill } = markText(
      keys.map((key) => templateValues[key]!.replaceAll(separator, '')).join(separator),
      inOneLine(valuesOf(person, variables)),
    );
    const values = Object.fromEntries(marked.split(separator).map((value, index) => [keys[index] ?? '', value]));
    try {
      const content = await templates.inTx.render(tx, ticket, { templateId, values: keys.length === 0 ? {} : values });
      return mapStrings(content, fill) as OutgoingContent;
    } catch (error) {
      if (isEmptyForPerson(error, templateValues)) throw new AppError('ERR_CAMPAIGN_VALUE_EMPTY');
      throw error;
    }
  }

  return {
    renderText,
    templateOf,
    /** For a preview, without a conversation: variables of the conversation stay as they are written. */
    preview: previewText,
    /** The same for the body of the template. */
    previewTemplate: async (
      tx: Tx,
      { templateId, templateValues }: CampaignContent,
      person: Person,
      variables: readonly Variable[],
    ): Promise<string> => {
      const entries = Object.entries(templateValues);
      const values = Object.fromEntries(entries.map(([key, value]) => [key, previewText(value, person, variables)]));
      return templateId === null ? '' : templates.inTx.previewText(tx, templateId, values);
    },
    /** One message; a file with the text as its caption; a text followed by its audio. */
    async contentsOf(
      tx: Tx,
      ticket: TicketRow,
      { mediaKey, mediaName, mediaMime }: CampaignContent,
      text: string,
      person: Person,
      variables: readonly Variable[],
    ): Promise<OutgoingContent[]> {
      const rendered = await renderText(tx, ticket, text, person, variables);
      if (mediaKey === null) return [{ kind: 'text', text: rendered }];
      await fileStore.share(tx, [mediaKey]);
      const file = await fileStore.byKey(tx, mediaKey);
      if (!file) return [{ kind: 'text', text: rendered }];
      const media = { key: mediaKey, mime: mediaMime, fileName: mediaName, bytes: file.bytes };
      const type = mediaTypeOf(mediaMime);
      return type === 'audio'
        ? [
            { kind: 'text', text: rendered },
            { kind: 'media', type, media },
          ]
        : [{ kind: 'media', type, media, caption: rendered }];
    },
  };
}
export type RecipientContent = ReturnType<typeof createRecipientContent>;

/** Message variables that a person has without a conversation. */
function previewText(text: string, person: Person, variables: readonly Variable[]): string {
  const { marked, fill } = markText(text, valuesOf(person, variables));
  const [firstName = ''] = person.name.trim().split(/\s+/);
  return fill(
    marked.replace(/\{\{\s*firstName\s*\}\}/g, () => firstName).replace(/\{\{\s*name\s*\}\}/g, () => person.name),
  );
}

/** Channels refuse line breaks and repeated spaces in a value of a template. */
const inOneLine = (values: RecipientValues): RecipientValues =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value.replace(/\s+/gu, ' ').trim()]));

/** The campaign has all values of the template; those of this person are empty. */
const isEmptyForPerson = (error: unknown, templateValues: CampaignRow['templateValues']): boolean =>
  error instanceof AppError &&
  error.code === 'ERR_VALIDATION' &&
  error.fields.length > 0 &&
  error.fields.every(
    ({ field, rule }) => rule === 'required' && (templateValues[field.replace(/^values\./u, '')] ?? '').trim() !== '',
  );

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]));
}
