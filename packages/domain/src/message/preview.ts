/**
 * Previews of messages without text, by content kind. The API fixes `lastMessage` as an icon and a Portuguese word, and
 * a ticket carries no kind of its last message, so these texts are stored as they are. The web recognizes them with
 * `previewKindOf` and shows the kind in the reader's language.
 */
export const previewLabels = {
  image: '📷 Foto',
  audio: '🎤 Áudio',
  video: '🎥 Vídeo',
  document: '📄 Documento',
  sticker: '🏷️ Figurinha',
  location: '📍 Localização',
  contacts: '👤 Contato',
  call: '📞 Chamada',
  buttons: '🔘 Opções',
  template: '📄 Modelo',
  form: '📝 Formulário',
  order: '🛒 Pedido',
  story: '📖 Story',
  share: '🔗 Compartilhamento',
  unsupported: '❔ Mensagem não suportada',
} as const;
export type PreviewKind = keyof typeof previewLabels;

const kindsByLabel = new Map(Object.entries(previewLabels).map(([kind, label]) => [label as string, kind]));
/** The preview of unsupported messages that were stored before they had a label. */
kindsByLabel.set('…', 'unsupported');

/** The kind of a stored preview; undefined for the text of a message. */
export const previewKindOf = (preview: string): PreviewKind | undefined =>
  kindsByLabel.get(preview.trim()) as PreviewKind | undefined;

const kindByMediaType: Record<string, PreviewKind> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  application: 'document',
  viewOnceMessage: 'image',
  locationMessage: 'location',
  contactMessage: 'contacts',
  call_log: 'call',
  buttonsMessage: 'buttons',
  templateMessage: 'template',
  formMessage: 'form',
  orderMessage: 'order',
  storyMessage: 'story',
  shareMessage: 'share',
  unsupported: 'unsupported',
};

/** Takes the place of a deleted message; fixed by the API. */
export const DELETED = 'Essa mensagem foi apagada';

/** Columns of a stored message that decide about its preview. */
export interface PreviewColumns {
  mediaType: string;
  body: string;
  data: unknown;
  isDeleted?: boolean | undefined;
}

const kindsOfFiles: ReadonlySet<string> = new Set(['image', 'audio', 'video', 'document', 'sticker']);

/**
 * The list shows of a ticket its newest message with a preview. An internal note and a removed reaction have none, although
 * they have a number in the conversation. `hasPreview` of the server's module `tickets` is the same condition in SQL.
 */
export const hasPreview = ({
  mediaType,
  body,
  isPrivate = false,
}: Pick<PreviewColumns, 'mediaType' | 'body'> & { isPrivate?: boolean }): boolean =>
  !isPrivate && !(mediaType === 'reactionMessage' && body === '');

/** The preview of a message: its text as it is now, or the label of its kind if it has none. */
export function previewOfMessage({ mediaType, body, data, isDeleted = false }: PreviewColumns): string {
  if (isDeleted) return DELETED;
  if (body.trim() !== '') return body;
  const { type, items, title } = (data ?? {}) as { type?: string; items?: OrderItem[]; title?: string };
  switch (mediaType) {
    case 'orderMessage':
      return [previewLabels.order, ...(items ?? []).map(({ name, quantity }) => `${quantity}× ${name}`)].join(' · ');
    case 'shareMessage':
      return title === undefined || title.trim() === '' ? previewLabels.share : title;
    default: {
      // A sticker is stored as an image.
      const kind = type !== undefined && kindsOfFiles.has(type) ? (type as PreviewKind) : kindByMediaType[mediaType];
      return kind ? previewLabels[kind] : body;
    }
  }
}
interface OrderItem {
  name: string;
  quantity: number;
}
