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

/** The preview of a stored message: its text, or the label of its kind. `type` is the kind of a file, such as a sticker. */
export function previewOfStored({ mediaType, body, type }: { mediaType: string; body: string; type: string | null }) {
  if (body.trim() !== '') return body;
  const kind = type !== null && type in previewLabels ? (type as PreviewKind) : kindByMediaType[mediaType];
  return kind ? previewLabels[kind] : body;
}
